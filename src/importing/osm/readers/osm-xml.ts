import type { Bytes } from '#tools/files/bytes.ts';
import { readXml, type XmlEvents } from '#tools/files/xml.ts';
import type { Box } from '#tools/geo/box.ts';
import {
  columnsOf,
  type OsmElement,
  type OsmFile,
  type OsmKinds,
  type OsmNode,
  toBounds,
} from './elements.ts';
import { openSizeLimits } from './size-limits.ts';
import { addPart, begin, finish, isKind, shown, type Unfinished } from './xml-element.ts';

/** Elements that are given at a time. */
const batchSize = 8_000;

/** Opens an OSM XML file, gzipped or not. A pass parses all of it, whatever is wanted of it. */
export function openOsmXml(path: string, bytes: Bytes): OsmFile {
  const { totalBytes } = bytes;
  let bytesRead = () => 0;
  let bounds: Box | undefined;

  async function* elements(kinds: OsmKinds): AsyncGenerator<OsmElement[]> {
    const before = bytesRead();
    bytesRead = () => before + bytes.bytesRead();
    const limits = openSizeLimits();
    const events = elementEvents(kinds, {
      onBounds: stated => {
        bounds = stated;
      },
      onElement: () => limits.addObjects(1, bytes.bytesRead()),
    });
    let batch: OsmElement[] = [];
    for await (const element of readXml(path, bytes, events)) {
      if (batch.push(element) < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
    bytesRead = () => before + totalBytes;
  }

  async function* nodeColumns() {
    for await (const batch of elements({ nodes: true })) {
      yield columnsOf(batch as OsmNode[]);
    }
  }

  const read = { bytesRead: () => bytesRead(), bounds: () => bounds };
  return { path, totalBytes, ...read, elements, nodeColumns };
}

interface Found {
  onBounds(bounds: Box | undefined): void;
  onElement(): void;
}

/** Makes elements of the tags of a file. */
function elementEvents(kinds: OsmKinds, { onBounds, onElement }: Found): XmlEvents<OsmElement> {
  const wanted = { node: kinds.nodes, way: kinds.ways, relation: kinds.relations };
  let element: Unfinished | undefined;
  let depth = 0;
  return {
    open(name, attributes) {
      depth++;
      if (depth === 1 && name !== 'osm') throw new RangeError(notOsm(name));
      if (depth === 2) element = isKind(name) && wanted[name] ? begin(name, attributes) : undefined;
      if (depth === 2 && name === 'bounds') onBounds(boundsOf(attributes));
      if (depth === 3 && element && !element.isDeleted) addPart(element, name, attributes);
      return undefined;
    },
    close(name, text) {
      depth--;
      if (name === 'remark') refuseHalfAnswer(text);
      if (depth !== 1 || !element) return undefined;
      onElement();
      const finished = finish(element);
      element = undefined;
      return finished;
    },
  };
}

function boundsOf({ minlon, minlat, maxlon, maxlat }: Readonly<Record<string, string>>) {
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
