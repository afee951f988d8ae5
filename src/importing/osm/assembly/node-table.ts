import type { Position } from '#tools/geo/polygon.ts';
import type { OsmNodeColumns } from '../readers/elements.ts';

/**
 * Coordinates of the requested nodes: sixteen bytes a node, where a Map would take a hundred. The
 * unit is 1e-7 degrees, about a centimetre, as in OpenStreetMap.
 */
export interface NodeTable {
  /** Sorted, each once. */
  readonly ids: Float64Array;
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
}

const unitsPerDegree = 1e7;
const missing = -(2 ** 31);

/** A table for the nodes of these lists of ids, without coordinates. */
export function nodeTable(lists: readonly ArrayLike<number>[]): NodeTable {
  const ids = sortedUnique(joined(lists));
  return {
    ids,
    latitudes: new Int32Array(ids.length).fill(missing),
    longitudes: new Int32Array(ids.length).fill(missing),
  };
}

/** One array of the right size: a growing array would hold its numbers twice for a while. */
function joined(lists: readonly ArrayLike<number>[]): Float64Array<ArrayBuffer> {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let count = 0;
  for (const list of lists) {
    all.set(list, count);
    count += list.length;
  }
  return all;
}

function sortedUnique(ids: Float64Array<ArrayBuffer>): Float64Array {
  ids.sort();
  let count = 0;
  for (const id of ids) if (count === 0 || id !== ids[count - 1]) ids[count++] = id;
  // Without a second copy of the numbers where memory allows.
  return new Float64Array(ids.buffer.transfer(8 * count));
}

/**
 * Stores the coordinates of the requested nodes; invalid ones are missing. Where nodes may repeat,
 * `differing` makes the error for one that has moved.
 */
export function keepCoordinates(
  table: NodeTable,
  nodes: OsmNodeColumns,
  differing?: (id: number) => Error,
): void {
  let at = 0;
  let before = Infinity;
  for (let i = 0; i < nodes.ids.length; i++) {
    const id = nodes.ids[i]!;
    // Files are usually sorted, so the search continues at its last position.
    at = firstFrom(table.ids, id < before ? 0 : at, id);
    before = id;
    if (table.ids[at] !== id) continue;
    const [x, y] = [table.longitudes[at]!, table.latitudes[at]!];
    put(table, at, nodes.longitudes[i]!, nodes.latitudes[i]!);
    const hasMoved = table.longitudes[at] !== x || table.latitudes[at] !== y;
    if (differing && y !== missing && hasMoved) throw differing(id);
  }
}

/** Stores the coordinates that a file has with a way: longitude and latitude in turn. */
export function keepLocations(
  table: NodeTable,
  refs: readonly number[],
  locations: Float64Array,
): void {
  for (const [i, id] of refs.entries()) {
    const [longitude, latitude] = [locations[2 * i]!, locations[2 * i + 1]!];
    if (isOnEarth(latitude, longitude))
      put(table, firstFrom(table.ids, 0, id), longitude, latitude);
  }
}

function put(table: NodeTable, at: number, longitude: number, latitude: number): void {
  const isKnown = isOnEarth(latitude, longitude);
  table.latitudes[at] = isKnown ? Math.round(latitude * unitsPerDegree) : missing;
  table.longitudes[at] = isKnown ? Math.round(longitude * unitsPerDegree) : missing;
}

/** The positions of the nodes that the file has. */
export function positionsOf(refs: readonly number[], table: NodeTable): Position[] {
  const positions: Position[] = [];
  let at = 0;
  let before = Infinity;
  for (const id of refs) {
    // The nodes of a way often have rising ids, so the search continues at its last position.
    at = firstFrom(table.ids, id < before ? 0 : at, id);
    before = id;
    if (table.ids[at] !== id || table.latitudes[at] === missing) continue;
    positions.push([table.longitudes[at]! / unitsPerDegree, table.latitudes[at]! / unitsPerDegree]);
  }
  return positions;
}

/** Whether degrees are within the world. */
export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/**
 * The first index from `from` on whose id is not lower: steps that double, then a binary search.
 */
function firstFrom(ids: Float64Array, from: number, id: number): number {
  let step = 1;
  while (from + step < ids.length && ids[from + step]! < id) step *= 2;
  let low = from + (step >>> 1);
  let high = Math.min(from + step, ids.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
