import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { KtimaError } from '#tools/errors.ts';
import type { Box } from '#tools/geo/box.ts';
import {
  columnsOf,
  type OsmElement,
  type OsmFile,
  type OsmKinds,
  type OsmNode,
  type StoredFile,
  toBounds,
} from './elements.ts';
import { openSizeLimits } from './size-limits.ts';
import { unpack } from './unpack.ts';
import { addPart, begin, finish, isKind, shown, type Unfinished } from './xml-element.ts';

/** Bounds on what is held in memory: characters of a tag, and nesting. */
const tagLimit = 1024 * 1024;
const depthLimit = 100;

/** Opens an OSM XML file, gzipped or not. A pass parses all of it, whatever is wanted of it. */
export function openOsmXml(stored: StoredFile, isGzipped = false): OsmFile {
  const { path, totalBytes } = stored;
  let bytesRead = 0;
  let bounds: Box | undefined;

  async function* elements(kinds: OsmKinds): AsyncGenerator<OsmElement[]> {
    const bytesBefore = bytesRead;
    const packed = unpack(path, isGzipped);
    const parser = elementParser(kinds, stated => {
      bounds = stated;
    });
    const limits = openSizeLimits();
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const chunk of packed.chunks()) {
        const batch = parser.write(decoder.decode(chunk, { stream: true }));
        limits.addObjects(batch.length, packed.bytesRead());
        if (batch.length > 0) yield batch;
        bytesRead = bytesBefore + packed.bytesRead();
      }
      parser.end(decoder.decode());
    } catch (cause) {
      if (cause instanceof KtimaError) throw cause;
      const problem = (cause as Error).message.replace(/^\d+:\d+: /, '');
      throw new KtimaError('BAD_DATA', `${path}, line ${parser.line()}: ${problem}`, { cause });
    }
    bytesRead = bytesBefore + totalBytes;
  }

  async function* nodeColumns() {
    for await (const batch of elements({ nodes: true })) {
      yield columnsOf(batch as OsmNode[]);
    }
  }

  const read = { bytesRead: () => bytesRead, bounds: () => bounds };
  return { path, totalBytes, ...read, elements, nodeColumns };
}

/** Turns text into elements: `write` gives those that it completed. */
function elementParser(kinds: OsmKinds, onBounds: (bounds: Box | undefined) => void) {
  const wanted = { node: kinds.nodes, way: kinds.ways, relation: kinds.relations };
  const parser = new SaxesParser();
  let finished: OsmElement[] = [];
  let element: Unfinished | undefined;
  let depth = 0;
  let sinceTag = 0;

  parser.on('doctype', () => {
    throw new RangeError('it has a document type declaration, which no OSM file needs');
  });
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    sinceTag = 0;
    if (++depth > depthLimit) throw new RangeError(`tags are nested more than ${depthLimit} deep`);
    if (depth === 1 && name !== 'osm') throw new RangeError(notOsm(name));
    if (depth === 2) element = isKind(name) && wanted[name] ? begin(name, attributes) : undefined;
    if (depth === 2 && name === 'bounds') onBounds(boundsOf(attributes));
    if (depth === 2 && name === 'remark') parser.on('text', refuseHalfAnswer);
    if (depth === 3 && element && !element.isDeleted) addPart(element, name, attributes);
  });
  parser.on('closetag', () => {
    sinceTag = 0;
    parser.off('text');
    if (--depth === 1 && element) finished.push(finish(element));
    if (depth === 1) element = undefined;
  });

  return {
    line: () => parser.line,
    write(text: string): OsmElement[] {
      finished = [];
      sinceTag += text.length;
      parser.write(text);
      if (sinceTag > tagLimit) throw new RangeError(`no tag ends within ${tagLimit} characters`);
      return finished;
    },
    end(text: string): void {
      parser.write(text);
      if (depth > 0) throw new RangeError('the file ends before </osm>');
      parser.close();
    },
  };
}

function boundsOf({ minlon, minlat, maxlon, maxlat }: Record<string, string>) {
  return toBounds(Number(minlon), Number(minlat), Number(maxlon), Number(maxlat));
}

function notOsm(root: string): string {
  return root === 'osmChange'
    ? 'it holds changes, expected a whole extract; apply them to one, with osmium apply-changes'
    : `expected <osm>, found <${shown(root)}>`;
}

/** Overpass ends an answer that ran out of time or memory as if it were whole, with a remark. */
function refuseHalfAnswer(remark: string): void {
  if (!remark.includes('runtime error')) return;
  throw new RangeError(`the server gave only a part of the data: ${remark.trim().slice(0, 200)}`);
}
