import { columnsOf, type OsmNode, type OsmNodeColumns, type OsmTags } from './elements.ts';
import {
  type Block,
  countOf,
  degrees,
  expectCount,
  groupField,
  inBatches,
  messages,
  nothing,
  readTags,
} from './pbf-block.ts';
import {
  type Cursor,
  insideField,
  nextField,
  packedSums,
  readVarint,
  signedField,
  skipField,
} from './protobuf.ts';

/** The nodes of a block as columns. */
export function* nodeColumns(block: Block): Generator<OsmNodeColumns> {
  for (const message of messages(block, groupField.denseNodes)) yield denseColumns(block, message);
  const plain = messages(block, groupField.nodes).map(cursor => readNode(block, cursor));
  for (const nodes of inBatches(plain)) yield columnsOf(nodes);
}

function denseColumns(block: Block, cursor: Cursor): OsmNodeColumns {
  let [ids, latitudes, longitudes] = [nothing, nothing, nothing];
  let keysAndValues = nothing;
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
function denseTags(block: Block, list: Cursor, count: number): Map<number, OsmTags> {
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

function toDegrees(values: Float64Array, granularity: number, offset: number): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] = degrees(values[i]!, granularity, offset);
  return values;
}
