import type { OsmKinds, OsmTags } from './elements.ts';
import {
  type Cursor,
  cursorOver,
  insideField,
  nextField,
  numberField,
  packedCount,
  readVarint,
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

/** The fields of a group; each holds elements of one kind. */
export const groupField = { nodes: 1, denseNodes: 2, ways: 3, relations: 4 };

/** Few at a time: a batch that lives long leaves the young generation, where collecting is cheap. */
const batchSize = 256;

/** Bound on the parts of one thing, for memory; the usual writers put 8,000 elements in a block. */
const partsLimit = 1_000_000;

/** Finds the parts of a block. The scale of coordinates comes after the groups that need it. */
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
  const scale = { granularity, latitudeOffset, longitudeOffset };
  return { holds: kindsIn(groups), groups, text: textTable(texts), ...scale };
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

/** The messages of one field in all groups. */
export function* messages({ groups }: Block, field: number): Generator<Cursor> {
  for (const group of groups) {
    const cursor = { ...group };
    for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
      if (key >>> 3 === field) yield insideField(cursor, key);
      else skipField(cursor, key);
    }
  }
}

/** Elements in batches: a hostile block holds millions. */
export function* inBatches<Element>(elements: Iterable<Element>): Generator<Element[]> {
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

/** A list or message that an element does not have. */
export const nothing = cursorOver(Buffer.alloc(0));

/** The tags of an element, undefined when there are none. */
export function readTags(block: Block, keys: Cursor, values: Cursor): OsmTags | undefined {
  if (keys.at === keys.end && values.at === values.end) return undefined;
  expectCount(values, countOf(keys));
  const tags: Record<string, string> = Object.create(null);
  while (keys.at < keys.end) tags[block.text(readVarint(keys))] = block.text(readVarint(values));
  return tags;
}

/** How many numbers a packed list holds. */
export function countOf(list: Cursor): number {
  return expectLimit(packedCount(list));
}

function expectLimit(count: number): number {
  if (count > partsLimit) throw new RangeError(`it has a list of more than ${partsLimit} parts`);
  return count;
}

/** Throws when a packed list holds another number of numbers. */
export function expectCount(list: Cursor, count: number): void {
  if (packedCount(list) !== count) throw new RangeError('lists differ in length');
}

/** Whole nanodegrees first: one division of an exact number rounds as the decimal text would. */
export function degrees(value: number, granularity: number, offset: number): number {
  return (offset + granularity * value) / 1e9;
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
