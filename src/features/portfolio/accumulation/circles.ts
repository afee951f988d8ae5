import { openGrid, squaredChord } from './grid.ts';
import { firstRow, isWithin, type Positions, rowsAt } from './indexed-amounts.ts';
import { type Square, squaresOf } from './squares.ts';

/** A circle around a row, and the sum of the rows in it. */
export interface Circle {
  /** The row in the centre. */
  readonly row: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly cents: number;
  /** The rows in the circle, in the order of the file. */
  readonly rows: Uint32Array;
}

/**
 * The largest circles of a radius around rows, the largest first; of equal ones that of the earlier
 * row. Circles do not overlap: a centre is more than two radii from those before it. Distances are
 * geodesics of WGS84, and a row on the circle is in it. Exact between the latitudes of 80°, except
 * across the antimeridian.
 *
 * For each circle all free positions are compared. One that cannot be larger than the best so far is
 * left out: by the sum of the squares around it, then by that of the cells of a grid in its reach.
 */
export function largestCircles(positions: Positions, radiusMetres: number, most: number): Circle[] {
  const squares = squaresOf(positions, radiusMetres);
  const [limit, apart] = [squaredChord(radiusMetres), squaredChord(2 * radiusMetres)];
  /** No circle around a position holds more; its sum if that is known. */
  const bounds = new Float64Array(positions.cents.length);
  for (const { members, bound } of squares) for (const one of members) bounds[one] = bound;
  const isSum = new Uint8Array(bounds.length);
  const circles: Circle[] = [];
  const centres: number[] = [];
  const isFree = (one: number) => centres.every(centre => !isWithin(positions, one, centre, apart));

  while (circles.length < most) {
    let [best, cents, row] = [-1, 0, -1];
    let home: Square | undefined;
    const mayBeLarger = (one: number) =>
      bounds[one]! > cents || (bounds[one] === cents && firstRow(positions, one) < row);
    for (const square of squares) {
      if (square.bound < cents) break;
      let sumOf: ReturnType<typeof openGrid> | undefined;
      for (const one of square.members) {
        if (!mayBeLarger(one) || !isFree(one)) continue;
        if (!isSum[one]) {
          sumOf ??= openGrid(positions, square, radiusMetres);
          bounds[one] = sumOf(one, cents);
          if (bounds[one]! < cents) continue;
          isSum[one] = 1;
          if (!mayBeLarger(one)) continue;
        }
        [best, cents, row, home] = [one, bounds[one]!, firstRow(positions, one), square];
      }
    }
    if (!home) break;
    centres.push(best);
    const inside = home.around().filter(one => isWithin(positions, one, best, limit));
    circles.push({
      row,
      latitude: positions.latitudes[best]!,
      longitude: positions.longitudes[best]!,
      cents,
      rows: rowsAt(positions, inside),
    });
  }
  return circles;
}
