import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deflateSync } from 'node:zlib';
import type {
  OsmElement,
  OsmNode,
  OsmRelation,
  OsmTags,
  OsmWay,
} from '#importing/osm/readers/elements.ts';
import type { Box } from '#tools/geo/box.ts';

/** How a PBF file is written; the defaults are what the usual tools write. */
export interface PbfOptions {
  /** Default 'zlib'. */
  readonly packing?: 'zlib' | 'none';
  /** Level of zlib, default 6. */
  readonly level?: number;
  /** Nodes as DenseNodes; default true. */
  readonly dense?: boolean;
  /** Default 8000. */
  readonly elementsPerBlock?: number;
  /** Nanodegrees of a unit, default 100, and the offset of 0. */
  readonly granularity?: number;
  readonly latitudeOffset?: number;
  readonly longitudeOffset?: number;
  readonly requiredFeatures?: readonly string[];
  /** What the file was cut to; default: it does not say. */
  readonly bounds?: Box;
}

/** Writes elements to an OSM PBF file, a block at a time. */
export async function writeOsmPbf(
  path: string,
  elements: Iterable<OsmElement>,
  options: PbfOptions = {},
): Promise<void> {
  await pipeline(Readable.from(osmPbf(elements, options)), createWriteStream(path));
}

/** The blobs of an OSM PBF file: the header, then blocks of elements of one kind. */
export function* osmPbf(
  elements: Iterable<OsmElement>,
  options: PbfOptions = {},
): Generator<Buffer> {
  const { requiredFeatures = ['OsmSchema-V0.6', 'DenseNodes'], elementsPerBlock = 8000 } = options;
  const box = options.bounds ? [bytes(1, boundsMessage(options.bounds))] : [];
  yield pbfBlob('OSMHeader', message(...box, ...requiredFeatures.map(f => bytes(4, f))), options);
  let block: OsmElement[] = [];
  for (const element of elements) {
    if (block.length === elementsPerBlock || (block[0] && block[0].kind !== element.kind)) {
      yield pbfBlob('OSMData', primitiveBlock(block, options), options);
      block = [];
    }
    block.push(element);
  }
  if (block.length > 0) yield pbfBlob('OSMData', primitiveBlock(block, options), options);
}

/** In nanodegrees. */
function boundsMessage({ west, east, north, south }: Box): Buffer {
  const sides = [west, east, north, south];
  return message(...sides.map((side, i) => number(i + 1, zigzag(Math.round(side * 1e9)))));
}

/** One blob with its header before it. */
export function pbfBlob(type: string, contents: Buffer, options: PbfOptions = {}): Buffer {
  const { packing = 'zlib', level = 6 } = options;
  return framedBlob(
    type,
    packing === 'none'
      ? message(bytes(1, contents))
      : message(number(2, contents.length), bytes(3, deflateSync(contents, { level }))),
  );
}

/** A blob's header and then whatever is given as the blob, right or wrong. */
export function framedBlob(type: string, blob: Buffer): Buffer {
  const header = message(bytes(1, type), number(3, blob.length));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

function primitiveBlock(elements: readonly OsmElement[], options: PbfOptions): Buffer {
  const { granularity = 100, latitudeOffset = 0, longitudeOffset = 0 } = options;
  const texts = new Texts();
  const group = groupOf(elements, texts, options);
  return message(
    bytes(1, message(...texts.all.map(text => bytes(1, text)))),
    bytes(2, group),
    number(17, granularity),
    number(19, latitudeOffset),
    number(20, longitudeOffset),
  );
}

function groupOf(elements: readonly OsmElement[], texts: Texts, options: PbfOptions): Buffer {
  if (elements[0]?.kind === 'node' && (options.dense ?? true)) {
    return message(bytes(2, denseNodes(elements as readonly OsmNode[], texts, options)));
  }
  return message(
    ...elements.map(element => {
      if (element.kind === 'node') return bytes(1, plainNode(element, texts, options));
      if (element.kind === 'way') return bytes(3, way(element, texts, options));
      return bytes(4, relation(element, texts));
    }),
  );
}

function denseNodes(nodes: readonly OsmNode[], texts: Texts, options: PbfOptions): Buffer {
  const tagged = nodes.some(node => node.tags !== undefined);
  return message(
    bytes(1, packedDeltas(nodes.map(node => node.id))),
    bytes(8, packedDeltas(nodes.map(node => latitudeUnits(node, options)))),
    bytes(9, packedDeltas(nodes.map(node => longitudeUnits(node, options)))),
    bytes(10, tagged ? packed(nodes.flatMap(node => [...texts.pairs(node.tags), 0])) : ''),
  );
}

function plainNode(node: OsmNode, texts: Texts, options: PbfOptions): Buffer {
  return message(
    number(1, zigzag(node.id)),
    ...tagFields(node.tags, texts),
    number(8, zigzag(latitudeUnits(node, options))),
    number(9, zigzag(longitudeUnits(node, options))),
  );
}

function way(element: OsmWay, texts: Texts, options: PbfOptions): Buffer {
  const { id, tags, refs } = element;
  return message(
    number(1, id),
    ...tagFields(tags, texts),
    bytes(8, packedDeltas(refs)),
    ...locationFields(element, options),
  );
}

function locationFields({ refs, locations }: OsmWay, options: PbfOptions): Buffer[] {
  if (locations === undefined) return [];
  const nodes = refs.map((id, i) => {
    const [longitude, latitude] = locations.subarray(2 * i) as unknown as [number, number];
    return { kind: 'node', id, longitude, latitude, tags: undefined } as const;
  });
  return [
    bytes(9, packedDeltas(nodes.map(node => latitudeUnits(node, options)))),
    bytes(10, packedDeltas(nodes.map(node => longitudeUnits(node, options)))),
  ];
}

const memberKinds = ['node', 'way', 'relation'];

function relation(element: OsmRelation, texts: Texts): Buffer {
  const { id, tags, members } = element;
  return message(
    number(1, id),
    ...tagFields(tags, texts),
    bytes(8, packed(members.map(({ role }) => texts.index(role)))),
    bytes(9, packedDeltas(members.map(({ ref }) => ref))),
    bytes(10, packed(members.map(({ kind }) => memberKinds.indexOf(kind)))),
  );
}

function tagFields(tags: OsmTags | undefined, texts: Texts): Buffer[] {
  const pairs = texts.pairs(tags);
  const keys = pairs.filter((_, i) => i % 2 === 0);
  const values = pairs.filter((_, i) => i % 2 === 1);
  return pairs.length === 0 ? [] : [bytes(2, packed(keys)), bytes(3, packed(values))];
}

function latitudeUnits({ latitude }: OsmNode, options: PbfOptions): number {
  const { latitudeOffset = 0, granularity = 100 } = options;
  return Math.round((latitude * 1e9 - latitudeOffset) / granularity);
}

function longitudeUnits({ longitude }: OsmNode, options: PbfOptions): number {
  const { longitudeOffset = 0, granularity = 100 } = options;
  return Math.round((longitude * 1e9 - longitudeOffset) / granularity);
}

/** A block's table of texts; the first is never used because 0 ends a dense node's tags. */
class Texts {
  readonly all: string[] = [''];
  readonly #indices = new Map<string, number>();

  index(text: string): number {
    let index = this.#indices.get(text);
    if (index === undefined) {
      index = this.all.push(text) - 1;
      this.#indices.set(text, index);
    }
    return index;
  }

  pairs(tags: OsmTags = {}): number[] {
    return Object.entries(tags).flatMap(([key, value]) => [this.index(key), this.index(value)]);
  }
}

/** Fields of a message, one after the other. */
export function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

/** A field of bytes or text. */
export function bytes(field: number, contents: Buffer | string): Buffer {
  const value = Buffer.from(contents as string);
  return Buffer.concat([packed([field * 8 + 2, value.length]), value]);
}

/** A field with a whole number. */
export function number(field: number, value: number): Buffer {
  return packed([field * 8, value]);
}

function packedDeltas(values: readonly number[]): Buffer {
  return packed(values.map((value, i) => zigzag(value - (values[i - 1] ?? 0))));
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

/** Whole numbers as varints; a negative one as its 64 bits in two's complement. */
export function packed(values: readonly number[]): Buffer {
  const into = Buffer.allocUnsafe(10 * values.length);
  let at = 0;
  for (const value of values) {
    let rest: number | bigint = value < 0 ? BigInt.asUintN(64, BigInt(value)) : value;
    for (; typeof rest === 'bigint'; at++) {
      into[at] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
      if (rest < 0x80n) rest = Number(rest);
    }
    for (; rest >= 128; at++) {
      into[at] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    into[at++] = rest;
  }
  return into.subarray(0, at);
}

/** Elements as OSM XML. */
export function osmXml(elements: Iterable<OsmElement>): string {
  const lines = Array.from(elements, element => xmlElement(element));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${lines.join('')}</osm>\n`;
}

function xmlElement(element: OsmElement): string {
  const parts = [...xmlParts(element), ...xmlTags(element.tags)];
  const place =
    element.kind === 'node' ? ` lat="${element.latitude}" lon="${element.longitude}"` : '';
  const start = `  <${element.kind} id="${element.id}"${place}`;
  if (parts.length === 0) return `${start}/>\n`;
  return `${start}>\n${parts.map(part => `    ${part}\n`).join('')}  </${element.kind}>\n`;
}

function xmlParts(element: OsmElement): string[] {
  if (element.kind === 'way') {
    return element.refs.map((ref, i) => `<nd ref="${ref}"${xmlLocation(element, i)}/>`);
  }
  if (element.kind === 'node') return [];
  return element.members.map(
    ({ kind, ref, role }) => `<member type="${kind}" ref="${ref}" role="${escaped(role)}"/>`,
  );
}

function xmlLocation({ locations }: OsmWay, i: number): string {
  return locations ? ` lat="${locations[2 * i + 1]}" lon="${locations[2 * i]}"` : '';
}

function xmlTags(tags: OsmTags = {}): string[] {
  return Object.entries(tags).map(([k, v]) => `<tag k="${escaped(k)}" v="${escaped(v)}"/>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, character => `&#${character.charCodeAt(0)};`);
}
