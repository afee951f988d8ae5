import { earthPoint } from '../../../tools/geo/earth.ts';
import { buildEarthGrid, visitWithin } from '../../../tools/geo/earth-grid.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Most points have another this near, in metres; only for the rest all are looked at. */
const nearMetres = 5_000;
/** Further than this from every point that is known, in metres, a place is not in Greece. */
const farthestMetres = 40_000;

/** Finds the value of the nearest point; undefined where none is near. */
export function nearestFinder<Value>(
  points: readonly Point[],
  valueAt: (position: number) => Value,
): (at: Point) => Value | undefined {
  const known = points.map(({ latitude, longitude }) => earthPoint(latitude, longitude));
  const column = (axis: 'x' | 'y' | 'z') => Float64Array.from(known, point => point[axis]);
  const grid = buildEarthGrid(column('x'), column('y'), column('z'), nearMetres);
  return ({ latitude, longitude }) => {
    const { x, y, z } = earthPoint(latitude, longitude);
    let best: number | undefined;
    let least = farthestMetres ** 2;
    visitWithin(grid, x, y, z, (position, squared) => {
      if (squared < least) [best, least] = [grid.origin[position]!, squared];
    });
    if (best !== undefined) return valueAt(best);
    known.forEach((point, i) => {
      const squared = (point.x - x) ** 2 + (point.y - y) ** 2 + (point.z - z) ** 2;
      if (squared < least) [best, least] = [i, squared];
    });
    return best === undefined ? undefined : valueAt(best);
  };
}
