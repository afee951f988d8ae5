import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { KtimaError } from '../../../errors.ts';
import { columnsOf } from './columns.ts';
import type { OsmElement, OsmFile, OsmKind, OsmKinds, OsmMember, OsmNode } from './osm.ts';

/** Bounds on what is held in memory: characters of a tag, nesting, parts of an element. */
const tagLimit = 1024 * 1024;
const depthLimit = 100;
const partsLimit = 1_000_000;

/** More than that many bytes, unpacked two hundredfold, are a bomb; real files do about tenfold. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 200;

const chunkSize = 64 * 1024;

/** Opens an OSM XML file, plain or gzipped. A pass parses all of it, whatever is wanted of it. */
export function openOsmXml(path: string, totalBytes: number, packing: 'plain' | 'gzip'): OsmFile {
  let bytesRead = 0;

  async function* elements(kinds: OsmKinds): AsyncGenerator<OsmElement[]> {
    const bytesBefore = bytesRead;
    const file = createReadStream(path, { highWaterMark: chunkSize });
    const bytes =
      packing === 'plain' ? file : pipeline(file, createGunzip({ chunkSize }), () => {});
    const parser = elementParser(kinds);
    let unpacked = 0;
    try {
      const decoder = new TextDecoder('utf-8', { fatal: true });
      for await (const chunk of bytes) {
        unpacked += chunk.length;
        if (unpacked > bombBytes && unpacked > bombRatio * file.bytesRead) {
          throw new RangeError(`it unpacks to more than ${bombRatio} times its size`);
        }
        const batch = parser.write(decoder.decode(chunk, { stream: true }));
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

  async function* nodeColumns() {
    for await (const batch of elements({ nodes: true })) yield columnsOf(batch as OsmNode[]);
  }

  return { totalBytes, bytesRead: () => bytesRead, elements, nodeColumns };
}

/** An element whose end has not been read yet. */
interface Unfinished {
  readonly kind: OsmKind;
  readonly attributes: Record<string, string>;
  readonly tags: Record<string, string>;
  readonly refs: number[];
  readonly members: OsmMember[];
  parts: number;
}

/** Turns text into elements: `write` gives those that it completed. */
function elementParser(kinds: OsmKinds) {
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
    if (depth === 1 && name !== 'osm')
      throw new RangeError(`expected <osm>, found <${shown(name)}>`);
    if (depth === 2) element = isKind(name) && wanted[name] ? begin(name, attributes) : undefined;
    if (depth === 2 && name === 'remark') parser.on('text', refuseHalfAnswer);
    if (depth === 3 && element) addPart(element, name, attributes);
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

function isKind(name: string): name is OsmKind {
  return name === 'node' || name === 'way' || name === 'relation';
}

/** Editors keep what was deleted in their files and mark it. */
function begin(kind: OsmKind, attributes: Record<string, string>): Unfinished | undefined {
  if (attributes.action === 'delete' || attributes.visible === 'false') return undefined;
  return { kind, attributes, tags: Object.create(null), refs: [], members: [], parts: 0 };
}

function addPart(element: Unfinished, name: string, attributes: Record<string, string>): void {
  if (++element.parts > partsLimit) {
    throw new RangeError(`the ${element.kind} has more than ${partsLimit} parts`);
  }
  if (name === 'tag') element.tags[text(attributes, 'k')] = text(attributes, 'v');
  else if (name === 'nd' && element.kind === 'way') element.refs.push(id(attributes, 'ref'));
  else if (name === 'member' && element.kind === 'relation')
    element.members.push(member(attributes));
}

function finish({ kind, attributes, tags: all, refs, members }: Unfinished): OsmElement {
  const tags = Object.keys(all).length > 0 ? all : undefined;
  const of = id(attributes, 'id');
  if (kind === 'way') return { kind, id: of, refs, tags };
  if (kind === 'relation') return { kind, id: of, members, tags };
  const [latitude, longitude] = [degrees(attributes, 'lat'), degrees(attributes, 'lon')];
  return { kind, id: of, latitude, longitude, tags };
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
