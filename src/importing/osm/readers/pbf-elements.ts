import {
  nodesOf,
  type OsmElement,
  type OsmKinds,
  type OsmMember,
  type OsmRelation,
  type OsmWay,
} from './elements.ts';
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
import { nodeColumns } from './pbf-nodes.ts';
import {
  type Cursor,
  insideField,
  nextField,
  numberField,
  packedSumList,
  packedSums,
  readVarint,
  skipField,
} from './protobuf.ts';

const memberKinds = ['node', 'way', 'relation'] as const;

/** The elements of a block of the wanted kinds, in batches. */
export function* elementBatches(block: Block, kinds: OsmKinds): Generator<OsmElement[]> {
  if (kinds.nodes) {
    for (const columns of nodeColumns(block)) yield* inBatches(nodesOf(columns));
  }
  if (kinds.ways)
    yield* inBatches(messages(block, groupField.ways).map(cursor => readWay(block, cursor)));
  if (kinds.relations) {
    yield* inBatches(
      messages(block, groupField.relations).map(cursor => readRelation(block, cursor)),
    );
  }
}

function readWay(block: Block, cursor: Cursor): OsmWay {
  let id = 0;
  let [keys, values, refs] = [nothing, nothing, nothing];
  let [latitudes, longitudes] = [nothing, nothing];
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    if (field === 1) id = numberField(cursor, key);
    else if (field === 2) keys = insideField(cursor, key);
    else if (field === 3) values = insideField(cursor, key);
    else if (field === 8) refs = insideField(cursor, key);
    else if (field === 9) latitudes = insideField(cursor, key);
    else if (field === 10) longitudes = insideField(cursor, key);
    else skipField(cursor, key);
  }
  const tags = readTags(block, keys, values);
  const locations = readLocations(block, latitudes, longitudes, countOf(refs));
  const way = { kind: 'way', id, refs: packedSumList(refs, countOf(refs)), tags } as const;
  return locations ? { ...way, ...locations } : way;
}

/** The positions that `osmium add-locations-to-ways` keeps with a way. */
function readLocations(block: Block, latitudes: Cursor, longitudes: Cursor, count: number) {
  if (latitudes.at === latitudes.end && longitudes.at === longitudes.end) return undefined;
  expectCount(latitudes, count);
  expectCount(longitudes, count);
  const [ys, xs] = [packedSums(latitudes, count), packedSums(longitudes, count)];
  const locations = new Float64Array(2 * count);
  const { granularity, latitudeOffset, longitudeOffset } = block;
  for (let i = 0; i < count; i++) {
    locations[2 * i] = degrees(xs[i]!, granularity, longitudeOffset);
    locations[2 * i + 1] = degrees(ys[i]!, granularity, latitudeOffset);
  }
  return { locations };
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
  return {
    kind: 'relation',
    id,
    members: readMembers(block, roles, refs, kinds),
    tags: readTags(block, keys, values),
  };
}

function readMembers(block: Block, roles: Cursor, refs: Cursor, kinds: Cursor): OsmMember[] {
  const count = countOf(refs);
  expectCount(roles, count);
  expectCount(kinds, count);
  return packedSumList(refs, count).map(ref => {
    const kind = memberKinds[readVarint(kinds)];
    if (kind === undefined) throw new RangeError('a member is not a node, way or relation');
    return { kind, ref, role: block.text(readVarint(roles)) };
  });
}
