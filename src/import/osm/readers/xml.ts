import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { KtimaError } from '../../../errors.ts';
import { bunzip2 } from '../../readers/bzip2/bzip2.ts';
import { columnsOf } from './columns.ts';
import type {
  OsmElement,
  OsmFile,
  OsmKind,
  OsmKinds,
  OsmMember,
  OsmNode,
  OsmTags,
  StoredFile,
} from './elements.ts';
import { openSizeLimits } from './size-limits.ts';

/** Bounds on what is held in memory: characters of a tag, nesting, parts of an element. */
const tagLimit = 1024 * 1024;
const depthLimit = 100;
const partsLimit = 1_000_000;

/** More than that many bytes, unpacked two hundredfold, are a bomb; real files do about tenfold. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 200;

const chunkSize = 64 * 1024;
/** Fewer and larger, because a block of bzip2 is unpacked when all of it is there. */
const bzip2ChunkSize = 1024 * 1024;

type Form = 'plain' | 'gzip' | 'bzip2';

/** Opens an OSM XML file, packed or not. A pass parses all of it, whatever is wanted of it. */
export function openOsmXml(stored: StoredFile, form: Form): OsmFile {
  const { path, totalBytes, packing } = stored;
  let bytesRead = 0;

  async function* elements(kinds: OsmKinds, withVersions = false): AsyncGenerator<OsmElement[]> {
    const bytesBefore = bytesRead;
    const highWaterMark = form === 'bzip2' ? bzip2ChunkSize : chunkSize;
    const file = createReadStream(path, { highWaterMark });
    const parser = elementParser(kinds, withVersions);
    const limits = openSizeLimits(packing);
    let unpackedBytes = 0;
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const chunk of unpacked(file, form)) {
        unpackedBytes += chunk.length;
        if (unpackedBytes > bombBytes && unpackedBytes > bombRatio * packing * file.bytesRead) {
          throw new RangeError(`it unpacks to more than ${bombRatio} times its size`);
        }
        const batch = parser.write(decoder.decode(chunk, { stream: true }));
        limits.addObjects(batch.length, file.bytesRead);
        if (batch.length > 0) yield batch;
        bytesRead = bytesBefore + file.bytesRead;
      }
      parser.end(decoder.decode());
    } catch (cause) {
      const problem = (cause as Error).message.replace(/^\d+:\d+: /, '');
      throw new KtimaError('BAD_DATA', `${path}, line ${parser.line()}: ${problem}`, { cause });
    }
    bytesRead = bytesBefore + totalBytes;
  }

  async function* nodeColumns(withVersions = false) {
    for await (const batch of elements({ nodes: true }, withVersions)) {
      yield columnsOf(batch as OsmNode[], withVersions);
    }
  }

  const close = async () => {};
  return { path, totalBytes, bytesRead: () => bytesRead, elements, nodeColumns, close };
}

function unpacked(file: ReadStream, form: Form): AsyncIterable<Buffer> {
  if (form === 'bzip2') return bunzip2(chunksOf(file));
  return form === 'gzip' ? pipeline(file, createGunzip({ chunkSize }), () => {}) : file;
}

async function* chunksOf(file: ReadStream): AsyncGenerator<Buffer> {
  yield* file as AsyncIterable<Buffer>;
}

/** An element whose end has not been read yet. */
interface Unfinished {
  readonly kind: OsmKind;
  readonly attributes: Record<string, string>;
  readonly tags: Record<string, string>;
  readonly refs: number[];
  readonly locations: number[];
  readonly members: OsmMember[];
  readonly isDeleted: boolean;
  parts: number;
}

/** Turns text into elements: `write` gives those that it completed. */
function elementParser(kinds: OsmKinds, withVersions: boolean) {
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
    if (depth === 2 && name === 'remark') parser.on('text', refuseHalfAnswer);
    if (depth === 3 && element && !element.isDeleted) addPart(element, name, attributes);
  });
  parser.on('closetag', () => {
    sinceTag = 0;
    parser.off('text');
    if (--depth === 1 && element) finished.push(finish(element, withVersions));
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

function notOsm(root: string): string {
  return root === 'osmChange'
    ? 'it holds changes, expected a whole extract; apply them to one, with osmium apply-changes'
    : `expected <osm>, found <${shown(root)}>`;
}

function isKind(name: string): name is OsmKind {
  return name === 'node' || name === 'way' || name === 'relation';
}

function begin(kind: OsmKind, attributes: Record<string, string>): Unfinished {
  // Editors keep what was deleted in their files and mark it, and so do histories.
  const isDeleted = attributes.action === 'delete' || attributes.visible === 'false';
  const parts = { tags: Object.create(null), refs: [], locations: [], members: [], parts: 0 };
  return { kind, attributes, isDeleted, ...parts };
}

function addPart(element: Unfinished, name: string, attributes: Record<string, string>): void {
  if (++element.parts > partsLimit) {
    throw new RangeError(`the ${element.kind} has more than ${partsLimit} parts`);
  }
  if (name === 'tag') element.tags[text(attributes, 'k')] = text(attributes, 'v');
  else if (name === 'nd' && element.kind === 'way') addNode(element, attributes);
  else if (name === 'member' && element.kind === 'relation')
    element.members.push(member(attributes));
}

function addNode({ refs, locations }: Unfinished, attributes: Record<string, string>): void {
  if (attributes.lon !== undefined) {
    // Overpass leaves out the positions of nodes beyond the box it was asked for.
    while (locations.length < 2 * refs.length) locations.push(Number.NaN);
    locations.push(degrees(attributes, 'lon'), degrees(attributes, 'lat'));
  }
  refs.push(id(attributes, 'ref'));
}

function finish(element: Unfinished, withVersions: boolean): OsmElement {
  const { kind, attributes } = element;
  const base = { id: id(attributes, 'id'), tags: tagsOf(element) };
  const versioned = withVersions ? { ...base, version: versionOf(attributes) } : base;
  if (kind === 'way') return { kind, ...versioned, refs: element.refs, ...locationsOf(element) };
  if (kind === 'relation') return { kind, ...versioned, members: element.members };
  return { kind, ...versioned, ...positionOf(element) };
}

function tagsOf({ tags }: Unfinished): OsmTags | undefined {
  return Object.keys(tags).length > 0 ? tags : undefined;
}

function locationsOf({ refs, locations }: Unfinished) {
  if (locations.length === 0) return undefined;
  const all = new Float64Array(2 * refs.length).fill(Number.NaN);
  all.set(locations);
  return { locations: all };
}

function positionOf({ attributes, isDeleted }: Unfinished) {
  if (isDeleted) return { latitude: Number.NaN, longitude: Number.NaN };
  return { latitude: degrees(attributes, 'lat'), longitude: degrees(attributes, 'lon') };
}

/** An unsaved edit of an editor is newer than the version it began with. */
function versionOf({ version = '', action }: Record<string, string>): number {
  const saved = /^\d{1,9}$/.test(version) ? Number(version) : 0;
  return action === 'modify' || action === 'delete' ? saved + 0.5 : saved;
}

function member(attributes: Record<string, string>): OsmMember {
  const { type = '', role = '' } = attributes;
  if (!isKind(type)) throw new RangeError('a member is no node, way or relation');
  return { kind: type, ref: id(attributes, 'ref'), role };
}

function id(attributes: Record<string, string>, name: string): number {
  return parsed(attributes, name, /^-?\d{1,15}$/, 'a whole number');
}

function degrees(attributes: Record<string, string>, name: string): number {
  return parsed(attributes, name, /^[-+]?\d+(\.\d*)?(e[-+]?\d+)?$/i, 'degrees');
}

function parsed(
  attributes: Record<string, string>,
  name: string,
  form: RegExp,
  expected: string,
): number {
  const value = text(attributes, name);
  if (!form.test(value)) throw new RangeError(`${name}="${shown(value)}", expected ${expected}`);
  // Minus zero would be one thing here and another in PBF.
  return Number(value) + 0;
}

function text(attributes: Record<string, string>, name: string): string {
  const value = attributes[name];
  if (value === undefined) throw new RangeError(`a tag lacks ${name}="…"`);
  return value;
}

function shown(value: string): string {
  return value.slice(0, 40);
}

/** Overpass ends an answer that ran out of time or memory as if it were whole, with a remark. */
function refuseHalfAnswer(remark: string): void {
  if (!remark.includes('runtime error')) return;
  throw new RangeError(`the server gave only a part of the data: ${remark.trim().slice(0, 200)}`);
}
