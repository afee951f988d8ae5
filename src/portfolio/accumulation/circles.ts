import { type Area, areasOf } from './areas.ts';
import { type Bands, firstRow } from './bands.ts';
import { isWithin, searcher, squaredChord } from './search.ts';

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

/** The heights of areas, in radii. An area is cut into smaller ones, and the smallest into points. */
const heights = [8, 2, 1];
/** An area of so few points is cut into points. */
const fewPoints = 16;

/**
 * The largest circles of a radius around rows, the largest first; of equal ones that of the earlier
 * row. Circles do not overlap: a centre is more than two radii from those before it. Distances are
 * geodesics of WGS84, and a row on the circle is in it. Exact between the latitudes of 80°, except
 * across the antimeridian.
 *
 * The queue holds areas, points and circles. The value of an area or a point is a bound: no circle
 * around it holds more. The value of a circle is its sum. An area that comes first is cut, a point is
 * added up, and a circle is the largest that is left. So most of the portfolio is never added up.
 */
export function largestCircles(bands: Bands, radiusMetres: number, most: number): Circle[] {
  const points = bands.latitudes.length;
  const search = searcher(bands, radiusMetres);
  const apart = squaredChord(2 * radiusMetres);
  // Numbers in the queue: points, then circles by their points, then areas.
  const queue = new Queue();
  const areas: (Area | undefined)[] = [];
  const chosen: number[] = [];
  /** The largest sum so far. */
  let best = 0;

  const addUp = (point: number) => {
    const cents = search.sum(point);
    best = Math.max(best, cents);
    queue.push(cents, firstRow(bands, point), points + point);
  };
  const cut = (area: Area) => {
    if (area.level + 1 < heights.length && area.points > fewPoints)
      return cutIntoAreas(area.runs, area.level + 1);
    const boundOf = area.points > fewPoints ? search.boundsWithin(area) : search.pointBound;
    for (let run = 0; run < area.runs.length; run += 2) {
      for (let point = area.runs[run]!; point < area.runs[run + 1]!; point++) {
        if (overlaps(point)) continue;
        const bound = boundOf(point);
        // It comes first later on; now its surroundings are in the processor's cache.
        if (bound > best) addUp(point);
        else queue.push(bound, firstRow(bands, point), point);
      }
    }
  };
  const cutIntoAreas = (runs: readonly number[] | undefined, level: number) => {
    const height = Math.max(1, Math.round((heights[level]! * radiusMetres) / bands.bandMetres));
    for (const area of areasOf(bands, runs, height, level))
      queue.push(search.bound(area), area.row, 2 * points + areas.push(area) - 1);
  };
  const overlaps = (point: number) => chosen.some(other => isWithin(bands, point, other, apart));

  cutIntoAreas(undefined, 0);
  while (chosen.length < most && queue.size > 0) {
    const id = queue.pop();
    const point = id % points;
    if (id >= 2 * points) {
      cut(areas[id - 2 * points]!);
      areas[id - 2 * points] = undefined;
    } else if (overlaps(point)) continue;
    else if (id < points) addUp(point);
    else if (search.sum(point) > 0) chosen.push(point);
    else break;
  }
  return chosen.map(point => ({
    row: firstRow(bands, point),
    latitude: bands.latitudes[point]!,
    longitude: bands.longitudes[point]!,
    cents: search.sum(point),
    rows: search.rows(point),
  }));
}

/** Numbered candidates by a value, the largest first; of equal ones that of the earlier row. */
class Queue {
  readonly #values: number[] = [];
  readonly #rows: number[] = [];
  readonly #ids: number[] = [];

  get size(): number {
    return this.#ids.length;
  }

  push(value: number, row: number, id: number): void {
    let at = this.#ids.length;
    this.#set(at, value, row, id);
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#isBefore(value, row, parent)) break;
      this.#copy(parent, at);
      at = parent;
    }
    this.#set(at, value, row, id);
  }

  /** Removes the first candidate and returns its number. */
  pop(): number {
    const first = this.#ids[0]!;
    const [value, row, id] = [this.#values.pop()!, this.#rows.pop()!, this.#ids.pop()!];
    const size = this.#ids.length;
    if (size === 0) return first;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (right < size && this.#isBefore(this.#values[right]!, this.#rows[right]!, child)) child++;
      if (this.#isBefore(value, row, child)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#set(at, value, row, id);
    return first;
  }

  #isBefore(value: number, row: number, other: number): boolean {
    const otherValue = this.#values[other]!;
    return value > otherValue || (value === otherValue && row < this.#rows[other]!);
  }

  #copy(from: number, to: number): void {
    this.#set(to, this.#values[from]!, this.#rows[from]!, this.#ids[from]!);
  }

  #set(at: number, value: number, row: number, id: number): void {
    this.#values[at] = value;
    this.#rows[at] = row;
    this.#ids[at] = id;
  }
}
