import { placeTypes } from './place-types.ts';
import { buildPlaceIndex, type Place, type PlaceIndex } from './places.ts';
import {
  emptyPlaceJsonBytes,
  maxFragmentBytes,
  type PlaceJsonBytes,
  writeFragment,
} from './places-json.ts';

/** All places, ready for `nearby` and `renderNearby`. */
export interface PackedPlaces {
  readonly places: PlaceIndex;
  readonly placeJsonBytes: PlaceJsonBytes;
}

/** Packs places in any order, one at a time, so that they are never all in memory as objects. */
export function packPlaces(places: Iterable<Place>): PackedPlaces {
  const columns = {
    ids: [] as number[],
    types: [] as number[],
    latitudes: [] as number[],
    longitudes: [] as number[],
  };
  const fragments = openFragments();
  for (const place of places) {
    columns.ids.push(place.id);
    columns.types.push(placeTypes.indexOf(place.place_type));
    columns.latitudes.push(place.latitude);
    columns.longitudes.push(place.longitude);
    fragments.add(place);
  }
  const { index, order } = buildPlaceIndex(columns);
  return { places: index, placeJsonBytes: fragments.inOrder(order) };
}

/**
 * The size of the first chunk of fragments, which is enough for few places, and of the others. The
 * system takes back such large blocks when they are freed; the process keeps smaller ones.
 */
const [firstChunkBytes, chunkBytes] = [2 ** 20, 2 ** 25];

/** Collects fragments and copies them into one array when the order of the rows is known. */
function openFragments() {
  const chunks: { readonly bytes: Buffer; readonly first: number }[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  let chunk = Buffer.alloc(0);
  let end = 0;
  return {
    add(place: Place): void {
      const maxBytes = maxFragmentBytes(place);
      if (chunk.length - end < maxBytes) {
        const bytes = chunks.length === 0 ? firstChunkBytes : chunkBytes;
        chunk = Buffer.allocUnsafeSlow(Math.max(bytes, maxBytes));
        chunks.push({ bytes: chunk, first: starts.length });
        end = 0;
      }
      const start = end;
      end = writeFragment(place, chunk, start);
      starts.push(start);
      lengths.push(end - start);
    },
    /** The JSON whose row `i` is the fragment number `order[i]`. */
    inOrder(order: Uint32Array): PlaceJsonBytes {
      const json = emptyPlaceJsonBytes(order.map(i => lengths[i]!));
      const rows = inverse(order);
      chunks.forEach((from, i) => {
        const next = chunks[i + 1]?.first ?? starts.length;
        for (let n = from.first; n < next; n++) {
          const fragment = from.bytes.subarray(starts[n]!, starts[n]! + lengths[n]!);
          json.bytes.set(fragment, json.offsets[rows[n]!]!);
        }
      });
      return json;
    },
  };
}

function inverse(order: Uint32Array): Uint32Array {
  const positions = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) positions[order[i]!] = i;
  return positions;
}
