import KDBush from 'kdbush';
import { earthPoint } from './earth.ts';
import { boxAround } from './point-tiles.ts';

/**
 * A packed index of points. A kd-tree over degrees proposes the points around a position, and
 * Earth-centred coordinates decide. Typed arrays only, in the order of the tree, in which neighbours
 * on the ground are neighbours in memory.
 */
export interface PointIndex {
  readonly tree: Uint8Array;
  /** Metres. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** The position of each point in the columns that the index was built from. */
  readonly origin: Uint32Array;
}

/** Points in a node of the tree: fewer than usual, because most searches are small. */
const nodeSize = 16;

/** Builds the index over two columns of degrees. */
export function indexPoints(
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
): PointIndex {
  const tree = new KDBush(latitudes.length, nodeSize);
  for (let i = 0; i < latitudes.length; i++) tree.add(longitudes[i]!, latitudes[i]!);
  tree.finish();
  const origin = Uint32Array.from(tree.ids);
  // From here on the tree names a point by its place in the tree.
  for (let i = 0; i < origin.length; i++) tree.ids[i] = i;
  const [x, y, z] = [0, 1, 2].map(() => new Float64Array(origin.length)) as Columns;
  origin.forEach((from, i) => {
    const point = earthPoint(latitudes[from]!, longitudes[from]!);
    [x[i], y[i], z[i]] = [point.x, point.y, point.z];
  });
  return { tree: new Uint8Array(tree.data), x, y, z, origin };
}

type Columns = [Float64Array, Float64Array, Float64Array];

/**
 * Calls `visit` with each point whose straight-line distance is at most some metres: its place in the
 * index and its squared chord in square metres. Order is arbitrary.
 */
export function visitWithin(
  index: PointIndex,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  metres: number,
  visit: (place: number, squaredChord: number) => void,
): void {
  const { x: xs, y: ys, z: zs } = index;
  const { x, y, z } = earthPoint(latitude, longitude);
  const limit = metres * metres;
  for (const place of pointsAround(index, latitude, longitude, metres)) {
    const dx = xs[place]! - x;
    const dy = ys[place]! - y;
    const dz = zs[place]! - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= limit) visit(place, squared);
  }
}

/** The points in a box around a circle, which may hold a pole or cross the antimeridian. */
export function pointsAround(
  { tree, origin }: PointIndex,
  latitude: number,
  longitude: number,
  metres: number,
): number[] {
  if (origin.length === 0) return [];
  const { high, wide } = boxAround(latitude, metres);
  const points = treeIn(tree);
  const between = (west: number, east: number) =>
    points.range(west, latitude - high, east, latitude + high);
  if (wide >= 180) return between(-180, 180);
  const [west, east] = [longitude - wide, longitude + wide];
  const found = between(west, east);
  if (west < -180) return found.concat(between(west + 360, 180));
  return east > 180 ? found.concat(between(-180, east - 360)) : found;
}

const trees = new WeakMap<Uint8Array, KDBush>();

function treeIn(bytes: Uint8Array): KDBush {
  let tree = trees.get(bytes);
  if (tree === undefined) {
    tree = KDBush.from(bytes.buffer);
    trees.set(bytes, tree);
  }
  return tree;
}
