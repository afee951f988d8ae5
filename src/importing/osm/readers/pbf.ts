import type { Box } from '#tools/geo/box.ts';
import {
  type OsmElement,
  type OsmFile,
  type OsmKinds,
  type OsmNodeColumns,
  type StoredFile,
  toBounds,
} from './elements.ts';
import { badBlob, inflatedBlobs } from './pbf-blobs.ts';
import { type Block, readBlock } from './pbf-block.ts';
import { elementBatches } from './pbf-elements.ts';
import { nodeColumns } from './pbf-nodes.ts';
import {
  type Cursor,
  cursorOver,
  insideField,
  nextField,
  signedField,
  skipField,
  textField,
} from './protobuf.ts';
import { openSizeLimits } from './size-limits.ts';

const knownFeatures = ['OsmSchema-V0.6', 'DenseNodes'];

/** Blobs below this many bytes are read again rather than remembered. */
const rememberedBytes = 4096;

/**
 * Opens an OSM PBF file. The first pass learns which kinds each blob holds; later ones jump over
 * the blobs without a wanted kind, which are then neither read nor inflated.
 */
export function openOsmPbf({ path, totalBytes }: StoredFile): OsmFile {
  const known = new Map<number, { readonly end: number; readonly holds: OsmKinds }>();
  let bytesRead = 0;
  let bounds: Box | undefined;

  async function* pass<Item extends readonly OsmElement[] | OsmNodeColumns>(
    kinds: OsmKinds,
    decode: (block: Block) => Iterable<Item>,
  ) {
    const bytesBefore = bytesRead;
    const limits = openSizeLimits();
    const blobs = inflatedBlobs(path, totalBytes, jump(kinds), limits);
    for await (const { type, offset, end, bytes } of blobs) {
      try {
        if (type === 'OSMHeader') bounds = readHeader(bytes);
        if (type !== 'OSMData') continue;
        const block = readBlock(bytes);
        if (end - offset >= rememberedBytes) known.set(offset, { end, holds: block.holds });
        for (const item of overlap(block.holds, kinds) ? decode(block) : []) {
          limits.addObjects(countIn(item), end);
          yield item;
        }
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
    path,
    totalBytes,
    bytesRead: () => bytesRead,
    bounds: () => bounds,
    elements: kinds => pass(kinds, block => elementBatches(block, kinds)),
    nodeColumns: () => pass({ nodes: true }, nodeColumns),
  };
}

function countIn(item: readonly OsmElement[] | OsmNodeColumns): number {
  return 'ids' in item ? item.ids.length : item.length;
}

function overlap(a: OsmKinds, b: OsmKinds): boolean {
  return !!((a.nodes && b.nodes) || (a.ways && b.ways) || (a.relations && b.relations));
}

/**
 * Returns the bounds of the file, if it states them. The format requires that a reader refuses a
 * file with a feature that it does not support.
 */
function readHeader(header: Buffer): Box | undefined {
  const cursor = cursorOver(header);
  let bounds: Box | undefined;
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    if (key >>> 3 === 1) bounds = readBounds(insideField(cursor, key));
    else if (key >>> 3 === 4) checkFeature(textField(cursor, key));
    else skipField(cursor, key);
  }
  return bounds;
}

/** Left, right, top and bottom, in billionths of a degree. */
function readBounds(cursor: Cursor): Box | undefined {
  const sides = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    if (key >>> 3 <= 4) sides[key >>> 3] = signedField(cursor, key) / 1e9;
    else skipField(cursor, key);
  }
  const [, west, east, north, south] = sides;
  return toBounds(west!, south!, east!, north!);
}

function checkFeature(feature: string): void {
  if (knownFeatures.includes(feature)) return;
  const advice =
    feature === 'HistoricalInformation' ? '; take one day out of it, with osmium time-filter' : '';
  throw new RangeError(
    `the file requires the feature ${JSON.stringify(feature.slice(0, 80))}, ` +
      `expected only ${knownFeatures.join(' and ')}${advice}`,
  );
}
