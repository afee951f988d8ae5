import type { OsmFile, OsmKinds } from './osm.ts';
import { badBlob, inflatedBlobs } from './pbf-blobs.ts';
import { type Block, elementBatches, nodeColumns, readBlock } from './pbf-block.ts';
import { cursorOver, nextField, skipField, textField } from './protobuf.ts';

const knownFeatures = ['OsmSchema-V0.6', 'DenseNodes'];

/** Blobs below this many bytes are read again rather than remembered. */
const rememberedBytes = 4096;

/**
 * Opens an OSM PBF file. The first pass learns which kinds each blob holds; later ones jump over
 * the blobs without a wanted kind, which are then neither read nor inflated.
 */
export function openOsmPbf(path: string, totalBytes: number): OsmFile {
  const known = new Map<number, { readonly end: number; readonly holds: OsmKinds }>();
  let bytesRead = 0;

  async function* pass<T>(kinds: OsmKinds, decode: (block: Block) => Iterable<T>) {
    const bytesBefore = bytesRead;
    for await (const { type, offset, end, bytes } of inflatedBlobs(path, totalBytes, jump(kinds))) {
      try {
        if (type === 'OSMHeader') checkFeatures(bytes);
        if (type !== 'OSMData') continue;
        const block = readBlock(bytes);
        if (end - offset >= rememberedBytes) known.set(offset, { end, holds: block.holds });
        if (overlap(block.holds, kinds)) yield* decode(block);
      } catch (cause) {
        throw badBlob(path, offset, cause);
      }
      bytesRead = bytesBefore + end;
    }
    bytesRead = bytesBefore + totalBytes;
  }

  const jump = (kinds: OsmKinds) => (offset: number) => {
    let at = offset;
    for (let blob = known.get(at); blob && !overlap(blob.holds, kinds); blob = known.get(at)) {
      at = blob.end;
    }
    return at;
  };

  return {
    totalBytes,
    bytesRead: () => bytesRead,
    elements: kinds => pass(kinds, block => elementBatches(block, kinds)),
    nodeColumns: () => pass({ nodes: true }, nodeColumns),
  };
}

function overlap(a: OsmKinds, b: OsmKinds): boolean {
  return !!((a.nodes && b.nodes) || (a.ways && b.ways) || (a.relations && b.relations));
}

/** The format asks a reader to refuse a file that needs what the reader does not know. */
function checkFeatures(header: Buffer): void {
  const cursor = cursorOver(header);
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    if (key >>> 3 !== 4) {
      skipField(cursor, key);
      continue;
    }
    const feature = textField(cursor, key);
    if (knownFeatures.includes(feature)) continue;
    throw new RangeError(
      `the file requires the feature ${JSON.stringify(feature.slice(0, 80))}, ` +
        `expected only ${knownFeatures.join(' and ')}`,
    );
  }
}
