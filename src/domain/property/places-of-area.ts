import { setImmediate } from 'node:timers/promises';
import type { Box } from '#tools/geo/box.ts';
import { degreesOf } from '#tools/geo/earth.ts';
import type { PackedPlaces } from './pack-places.ts';
import type { Place, PlaceIndex } from './places.ts';
import { readPlace } from './places-json.ts';
import { type Batch, earth, type SearchArea, within } from './search-area.ts';

/** All places in the order of their ids, with rounded positions. */
interface PlacesById {
  readonly ids: Float64Array;
  /** The row of each. */
  readonly rows: Uint32Array;
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
  /** The cell of each and its number in this order, as one number; ascending. */
  readonly byCell: Float64Array;
}

/** Built at the first use, because most services are never asked for places by area. */
const built = new WeakMap<PlaceIndex, Promise<PlacesById>>();

/** Larger than the rounding of a position. */
const roundingDegrees = 2e-5;

/** The number of places read, or of positions compared, after which a batch ends. */
const [mostRead, mostCompared] = [500, 50_000];

/**
 * The places of an area in the order of their ids, after one of them. If few places are in the cells
 * of the area, only those are compared.
 */
export async function* placesOfArea(
  { places, placeJsonBytes }: PackedPlaces,
  area: SearchArea,
  after: number,
): AsyncGenerator<Batch<Place, number>> {
  const byId = await placesById(places);
  const boxes = area.boxes.map(widened);
  const first = firstAbove(byId.ids, after);
  const near = candidatesIn(byId, boxes)?.filter(number => number >= first);
  const count = near ? near.length : byId.ids.length - first;
  for (let next = 0; next < count; ) {
    const found: Place[] = [];
    const until = Math.min(count, next + mostCompared);
    let number = first;
    for (let read = 0; next < until && read < mostRead; next++) {
      number = near ? near[next]! : first + next;
      const [x, y] = [byId.longitudes[number]!, byId.latitudes[number]!];
      if (!boxes.some(b => x >= b.west && x <= b.east && y >= b.south && y <= b.north)) continue;
      const place = readPlace(placeJsonBytes, byId.rows[number]!);
      read++;
      if (area.holds(place.longitude, place.latitude)) found.push(place);
    }
    yield { found, rows: mostRead, end: next < count ? byId.ids[number] : undefined };
  }
}

/** The place with an id, if there is one. */
export function placeOfId({ places, placeJsonBytes }: PackedPlaces, id: number): Place | undefined {
  const row = places.ids.indexOf(id);
  return row < 0 ? undefined : readPlace(placeJsonBytes, row);
}

function placesById(index: PlaceIndex): Promise<PlacesById> {
  const known = built.get(index) ?? buildPlacesById(index);
  built.set(index, known);
  return known;
}

/** The number of places of the build after which other requests run. */
const builtAtATime = 20_000;

async function buildPlacesById(index: PlaceIndex): Promise<PlacesById> {
  const ids = index.ids.slice().sort();
  const rows = new Uint32Array(ids.length);
  const latitudes = new Float32Array(ids.length);
  const longitudes = new Float32Array(ids.length);
  const byCell = new Float64Array(ids.length);
  for (const { firstRow, x, y, z } of index.grids) {
    for (let i = 0; i < x.length; i++) {
      if (i % builtAtATime === 0) await setImmediate();
      const row = firstRow + i;
      const number = firstAbove(ids, index.ids[row]!) - 1;
      const { latitude, longitude } = degreesOf({ x: x[i]!, y: y[i]!, z: z[i]! });
      rows[number] = row;
      latitudes[number] = latitude;
      longitudes[number] = longitude;
      byCell[number] = cellOf(latitudes[number]!, longitudes[number]!) * numberRange + number;
    }
  }
  byCell.sort();
  return { ids, rows, latitudes, longitudes, byCell };
}

/** Cells are squares of a hundredth of a degree, numbered row by row from the south-west. */
const cellsPerDegree = 100;
const cellsInRow = 361 * cellsPerDegree;
/** More than the number of places; the cell and the number together stay below 2^53. */
const numberRange = 2 ** 23;

function cellOf(latitude: number, longitude: number): number {
  const [row, column] = [latitude + 90, longitude + 180].map(d => Math.floor(d * cellsPerDegree));
  return row! * cellsInRow + column!;
}

/** With more rows of cells or more places, it is as fast to compare all places. */
const [mostCellRows, mostCandidates] = [20_000, 10_000];

/** The numbers of the places in the cells of some boxes, ascending; undefined if they are many. */
function candidatesIn({ byCell }: PlacesById, boxes: readonly Box[]): number[] | undefined {
  const found = new Set<number>();
  let cellRows = 0;
  for (const { west, east, south, north } of boxes.map(box => within(earth, box))) {
    const width = cellOf(south, east) - cellOf(south, west);
    for (let cell = cellOf(south, west); cell <= cellOf(north, west); cell += cellsInRow) {
      if (++cellRows > mostCellRows) return undefined;
      const end = (cell + width + 1) * numberRange;
      for (let i = firstAbove(byCell, cell * numberRange - 1); byCell[i]! < end; i++) {
        if (found.add(byCell[i]! % numberRange).size > mostCandidates) return undefined;
      }
    }
  }
  return [...found].sort((a, b) => a - b);
}

/** The first place in an ascending list whose value is greater. */
function firstAbove(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function widened({ west, east, south, north }: Box): Box {
  return {
    west: west - roundingDegrees,
    east: east + roundingDegrees,
    south: south - roundingDegrees,
    north: north + roundingDegrees,
  };
}
