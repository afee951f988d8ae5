import type { Box } from '../geo/box.ts';
import { degreesOf } from '../geo/earth.ts';
import type { PackedPlaces } from './pack-places.ts';
import type { Place, PlaceIndex } from './places.ts';
import { readPlace } from './places-json.ts';
import type { SearchArea } from './search-area.ts';

/** All places in the order of their ids, with rounded positions. */
interface PlacesById {
  readonly ids: Float64Array;
  /** The row of each. */
  readonly rows: Uint32Array;
  readonly latitudes: Float32Array;
  readonly longitudes: Float32Array;
}

/** Built at the first use, because most services are never asked for places by area. */
const built = new WeakMap<PlaceIndex, PlacesById>();

/** Larger than the rounding of a position. */
const roundingDegrees = 2e-5;

/** The places of an area in the order of their ids, after one of them. */
export function* placesOfArea(
  { places, placeJsonBytes }: PackedPlaces,
  area: SearchArea,
  after: number,
): Generator<Place> {
  const byId = placesById(places);
  const boxes = area.boxes.map(widened);
  for (let i = firstAbove(byId.ids, after); i < byId.ids.length; i++) {
    const [x, y] = [byId.longitudes[i]!, byId.latitudes[i]!];
    if (!boxes.some(b => x >= b.west && x <= b.east && y >= b.south && y <= b.north)) continue;
    const place = readPlace(placeJsonBytes, byId.rows[i]!);
    if (area.holds(place.longitude, place.latitude)) yield place;
  }
}

/** The place with an id, if there is one. */
export function placeOfId({ places, placeJsonBytes }: PackedPlaces, id: number): Place | undefined {
  const row = places.ids.indexOf(id);
  return row < 0 ? undefined : readPlace(placeJsonBytes, row);
}

function placesById(index: PlaceIndex): PlacesById {
  const known = built.get(index) ?? buildPlacesById(index);
  built.set(index, known);
  return known;
}

function buildPlacesById(index: PlaceIndex): PlacesById {
  const ids = index.ids.slice().sort();
  const rows = new Uint32Array(ids.length);
  const latitudes = new Float32Array(ids.length);
  const longitudes = new Float32Array(ids.length);
  for (const { firstRow, x, y, z } of index.grids) {
    for (let i = 0; i < x.length; i++) {
      const row = firstRow + i;
      const place = firstAbove(ids, index.ids[row]!) - 1;
      const { latitude, longitude } = degreesOf({ x: x[i]!, y: y[i]!, z: z[i]! });
      rows[place] = row;
      latitudes[place] = latitude;
      longitudes[place] = longitude;
    }
  }
  return { ids, rows, latitudes, longitudes };
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
