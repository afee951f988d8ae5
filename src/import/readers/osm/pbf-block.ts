import { columnsOf, nodesOf } from './columns.ts';
import type {
  OsmElement,
  OsmKinds,
  OsmMember,
  OsmNode,
  OsmNodeColumns,
  OsmRelation,
  OsmTags,
  OsmWay,
} from './osm.ts';
import {
  type Cursor,
  cursorOver,
  insideField,
  nextField,
  numberField,
  packedCount,
  packedSumList,
  packedSums,
  readVarint,
  signedField,
  skipField,
  textOf,
} from './protobuf.ts';

/**
 * A PrimitiveBlock of OSM PBF with its parts found but not yet decoded. The numbers of fields are
 * those of the format's osmformat.proto.
 */
export interface Block {
  readonly holds: Required<OsmKinds>;
  readonly groups: readonly Cursor[];
  /** The text at an index of the block's table. */
  readonly text: (index: number) => string;
  readonly granularity: number;
  readonly latitudeOffset: number;
  readonly longitudeOffset: number;
}

const groupField = { nodes: 1, denseNodes: 2, ways: 3, relations: 4 };
const memberKinds = ['node', 'way', 'relation'] as const;
const batchSize = 8192;

/** Bound on the parts of one thing, for memory; the usual writers put 8,000 elements in a block. */
const partsLimit = 1_000_000;

/** Finds the parts of a block. The scale of coordinates stands after the groups that need it. */
export function readBlock(bytes: Buffer): Block {
  const cursor = cursorOver(bytes);
  const groups: Cursor[] = [];
  let texts = cursorOver(Buffer.alloc(0));
  let granularity = 100;
  let latitudeOffset = 0;
  let longitudeOffset = 0;
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === 1) texts = insideField(cursor, key);
    else if (field === 2) expectLimit(groups.push(insideField(cursor, key)));
    else if (field === 17) granularity = numberField(cursor, key);
    else if (field === 19) latitudeOffset = numberField(cursor, key);
    else if (field === 20) longitudeOffset = numberField(cursor, key);
    else skipField(cursor, key);
  }
  const text = textTable(texts);
  return { holds: kindsIn(groups), groups, text, granularity, latitudeOffset, longitudeOffset };
}

function kindsIn(groups: readonly Cursor[]): Required<OsmKinds> {
  const seen = new Set<number>();
  for (const group of groups) {
    const cursor = { ...group };
    for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
      seen.add(key >>> 3);
      skipField(cursor, key);
    }
  }
  return {
    nodes: seen.has(groupField.nodes) || seen.has(groupField.denseNodes),
    ways: seen.has(groupField.ways),
    relations: seen.has(groupField.relations),
  };
}

/** The elements of a block of the wanted kinds, in batches: a hostile block holds millions. */
export function* elementBatches(block: Block, kinds: OsmKinds): Generator<OsmElement[]> {
  if (kinds.nodes) {
    for (const columns of nodeColumns(block)) yield* inBatches(nodesOf(columns));
  }
  if (kinds.ways) yield* inBatches(waysOf(block));
  if (kinds.relations) yield* inBatches(relationsOf(block));
}

function* inBatches<Element>(elements: Iterable<Element>): Generator<Element[]> {
  let batch: Element[] = [];
  for (const element of elements) {
    batch.push(element);
    if (batch.length === batchSize) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The nodes of a block as columns. */
export function* nodeColumns(block: Block): Generator<OsmNodeColumns> {
  for (const message of messages(block, groupField.denseNodes)) yield denseColumns(block, message);
  for (const nodes of inBatches(plainNodesOf(block))) yield columnsOf(nodes);
}

function* plainNodesOf(block: Block): Generator<OsmNode> {
  for (const message of messages(block, groupField.nodes)) yield readNode(block, message);
}

function* waysOf(block: Block): Generator<OsmWay> {
  for (const message of messages(block, groupField.ways)) yield readWay(block, message);
}

function* relationsOf(block: Block): Generator<OsmRelation> {
  for (const message of messages(block, groupField.relations)) yield readRelation(block, message);
}

/** The messages of one field in all groups. */
function* messages({ groups }: Block, field: number): Generator<Cursor> {
  for (const group of groups) {
    const cursor = { ...group };
    for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
      if (key >>> 3 === field) yield insideField(cursor, key);
      else skipField(cursor, key);
    }
  }
}

function denseColumns(block: Block, cursor: Cursor): OsmNodeColumns {
  let [ids, latitudes, longitudes, keysAndValues] = [nothing, nothing, nothing, nothing];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === 1) ids = insideField(cursor, key);
    else if (field === 8) latitudes = insideField(cursor, key);
    else if (field === 9) longitudes = insideField(cursor, key);
    else if (field === 10) keysAndValues = insideField(cursor, key);
    else skipField(cursor, key);
  }
  const count = countOf(ids);
  expectCount(latitudes, count);
  expectCount(longitudes, count);
  return {
    ids: packedSums(ids, count),
    latitudes: toDegrees(packedSums(latitudes, count), block.granularity, block.latitudeOffset),
    longitudes: toDegrees(packedSums(longitudes, count), block.granularity, block.longitudeOffset),
    tags: denseTags(block, keysAndValues, count),
  };
}

/** Keys and values of all nodes in a row, each node's ended by a 0; empty when none has tags. */
function denseTags(block: Block, list: Cursor, count: number): ReadonlyMap<number, OsmTags> {
  const found = new Map<number, OsmTags>();
  if (countOf(list) === 0) return found;
  let position = 0;
  let tags: Record<string, string> | undefined;
  while (list.at < list.end) {
    const key = readVarint(list);
    if (key !== 0) {
      tags ??= Object.create(null) as Record<string, string>;
      tags[block.text(key)] = block.text(readVarint(list));
    } else {
      if (tags) found.set(position, tags);
      tags = undefined;
      position++;
    }
  }
  if (position !== count || tags) throw new RangeError('the tags of dense nodes are cut');
  return found;
}

function readNode(block: Block, cursor: Cursor): OsmNode {
  let id = 0;
  let [latitude, longitude] = [0, 0];
  let [keys, values] = [nothing, nothing];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === 1) id = signedField(cursor, key);
    else if (field === 2) keys = insideField(cursor, key);
    else if (field === 3) values = insideField(cursor, key);
    else if (field === 8) latitude = signedField(cursor, key);
    else if (field === 9) longitude = signedField(cursor, key);
    else skipField(cursor, key);
  }
  const { granularity, latitudeOffset, longitudeOffset } = block;
  return {
    kind: 'node',
    id,
    latitude: degrees(latitude, granularity, latitudeOffset),
    longitude: degrees(longitude, granularity, longitudeOffset),
    tags: readTags(block, keys, values),
  };
}

function readWay(block: Block, cursor: Cursor): OsmWay {
  let id = 0;
  let [keys, values, refs] = [nothing, nothing, nothing];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === 1) id = numberField(cursor, key);
    else if (field === 2) keys = insideField(cursor, key);
    else if (field === 3) values = insideField(cursor, key);
    else if (field === 8) refs = insideField(cursor, key);
    else skipField(cursor, key);
  }
  const tags = readTags(block, keys, values);
  return { kind: 'way', id, refs: packedSumList(refs, countOf(refs)), tags };
}

function readRelation(block: Block, cursor: Cursor): OsmRelation {
  let id = 0;
  let [keys, values] = [nothing, nothing];
  let [roles, refs, kinds] = [nothing, nothing, nothing];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === 1) id = numberField(cursor, key);
    else if (field === 2) keys = insideField(cursor, key);
    else if (field === 3) values = insideField(cursor, key);
    else if (field === 8) roles = insideField(cursor, key);
    else if (field === 9) refs = insideField(cursor, key);
    else if (field === 10) kinds = insideField(cursor, key);
    else skipField(cursor, key);
  }
  const members = readMembers(block, roles, refs, kinds);
  return { kind: 'relation', id, members, tags: readTags(block, keys, values) };
}

function readMembers(block: Block, roles: Cursor, refs: Cursor, kinds: Cursor): OsmMember[] {
  const count = countOf(refs);
  expectCount(roles, count);
  expectCount(kinds, count);
  return packedSumList(refs, count).map(ref => {
    const kind = memberKinds[readVarint(kinds)];
    if (kind === undefined) throw new RangeError('a member is no node, way or relation');
    return { kind, ref, role: block.text(readVarint(roles)) };
  });
}

function readTags(block: Block, keys: Cursor, values: Cursor): OsmTags | undefined {
  if (keys.at === keys.end && values.at === values.end) return undefined;
  expectCount(values, countOf(keys));
  const tags: Record<string, string> = Object.create(null);
  while (keys.at < keys.end) tags[block.text(readVarint(keys))] = block.text(readVarint(values));
  return tags;
}

const nothing = cursorOver(Buffer.alloc(0));

function countOf(list: Cursor): number {
  return expectLimit(packedCount(list));
}

function expectLimit(count: number): number {
  if (count > partsLimit) throw new RangeError(`it has a list of more than ${partsLimit} parts`);
  return count;
}

function expectCount(list: Cursor, count: number): void {
  if (packedCount(list) !== count) throw new RangeError('lists that belong together differ');
}

/** Whole nanodegrees first: one division of an exact number rounds as the decimal text would. */
function degrees(value: number, granularity: number, offset: number): number {
  return (offset + granularity * value) / 1e9;
}

function toDegrees(values: Float64Array, granularity: number, offset: number): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] = degrees(values[i]!, granularity, offset);
  return values;
}

/** Texts are decoded when asked for, once: most blocks of a pass are asked for few. */
function textTable(table: Cursor): (index: number) => string {
  let places: Cursor[] | undefined;
  const texts: string[] = [];
  return index => {
    places ??= textPlaces(table);
    const place = places[index];
    if (place === undefined) throw new RangeError(`there is no text ${index} in the table`);
    texts[index] ??= textOf(place);
    return texts[index];
  };
}

function textPlaces(table: Cursor): Cursor[] {
  const places: Cursor[] = [];
  for (let key = nextField(table); key !== 0; key = nextField(table)) {
    if (key >>> 3 === 1) expectLimit(places.push(insideField(table, key)));
    else skipField(table, key);
  }
  return places;
}
