/** Columns of what a search has found; they are used again by the next search. */
export interface Found {
  rows: Uint32Array;
  metres: Float64Array;
}

/** Half of the buckets are for what is nearer than this: the radius of most types of places. */
const middleMetres = 1_000;

/** A bucket with more than this is sorted by itself first: insertion would take its square. */
const crowded = 24;

let bucketOf = new Uint16Array(1_024);
let sorted: Found = { rows: new Uint32Array(1_024), metres: new Float64Array(1_024) };
const bucketEnds = new Uint32Array(4_097);
const nothing: Found = { rows: new Uint32Array(0), metres: new Float64Array(0) };

/**
 * Sorts the first `count` of what was found by distance, equal distances by id, and returns views
 * that hold until the next call. Places are spread over an area, so their squared distances are
 * spread evenly: thrown into as many buckets as there are places they nearly lie in order, and
 * one pass of insertion does the rest (docs/performance.md tells what that saves).
 */
export function sortNearestFirst(found: Found, count: number, ids: Float64Array): Found {
  if (count === 0) return nothing;
  if (sorted.rows.length < count) makeRoom(found.rows.length);
  const buckets = Math.min(2 ** Math.ceil(Math.log2(count + 1)), bucketEnds.length - 1);
  throwIntoBuckets(found, count, buckets);
  sortCrowded(buckets, ids);
  insertEach(count, ids);
  return { rows: sorted.rows.subarray(0, count), metres: sorted.metres.subarray(0, count) };
}

function makeRoom(size: number): void {
  bucketOf = new Uint16Array(size);
  sorted = { rows: new Uint32Array(size), metres: new Float64Array(size) };
}

function throwIntoBuckets({ rows, metres }: Found, count: number, buckets: number): void {
  const middle = middleMetres * middleMetres;
  bucketEnds.fill(0, 0, buckets + 1);
  for (let i = 0; i < count; i++) {
    const squared = metres[i]! * metres[i]!;
    const bucket = (buckets * (squared / (squared + middle))) | 0;
    bucketOf[i] = bucket;
    bucketEnds[bucket + 1]!++;
  }
  for (let bucket = 0; bucket < buckets; bucket++) bucketEnds[bucket + 1]! += bucketEnds[bucket]!;
  // Until all are in, the end of a bucket is where the next one of it goes.
  for (let i = 0; i < count; i++) {
    const at = bucketEnds[bucketOf[i]!]!++;
    sorted.rows[at] = rows[i]!;
    sorted.metres[at] = metres[i]!;
  }
}

function sortCrowded(buckets: number, ids: Float64Array): void {
  for (let bucket = 0, start = 0; bucket < buckets; bucket++) {
    const end = bucketEnds[bucket]!;
    if (end - start > crowded) sortByComparison(start, end, ids);
    start = end;
  }
}

function sortByComparison(start: number, end: number, ids: Float64Array): void {
  const rows = sorted.rows.slice(start, end);
  const metres = sorted.metres.slice(start, end);
  const order = Uint32Array.from(rows, (_, i) => i).sort(
    (a, b) => metres[a]! - metres[b]! || ids[rows[a]!]! - ids[rows[b]!]!,
  );
  order.forEach((from, i) => {
    sorted.rows[start + i] = rows[from]!;
    sorted.metres[start + i] = metres[from]!;
  });
}

function insertEach(count: number, ids: Float64Array): void {
  const { rows, metres } = sorted;
  for (let i = 1; i < count; i++) {
    const far = metres[i]!;
    const row = rows[i]!;
    let at = i;
    for (; at > 0; at--) {
      const before = metres[at - 1]!;
      if (before < far || (before === far && ids[rows[at - 1]!]! < ids[row]!)) break;
      metres[at] = before;
      rows[at] = rows[at - 1]!;
    }
    metres[at] = far;
    rows[at] = row;
  }
}
