import { radiusMetresByType } from './place-types.ts';
import { buildPlaceIndex, type Place, type PlaceIndex } from './places.ts';
import { emptySlab, type PlaceSlab, renderHead } from './places-json.ts';

/** All places, ready for `nearby` and `renderNearby`. */
export interface PackedPlaces {
  readonly places: PlaceIndex;
  readonly placeSlab: PlaceSlab;
}

/** Packs places in any order, one at a time: they are never held as objects all at once. */
export function packPlaces(places: Iterable<Place>): PackedPlaces {
  const columns = {
    ids: [] as number[],
    radii: [] as number[],
    latitudes: [] as number[],
    longitudes: [] as number[],
  };
  const fragments = openFragments();
  for (const place of places) {
    columns.ids.push(place.id);
    columns.radii.push(radiusMetresByType[place.place_type]);
    columns.latitudes.push(place.latitude);
    columns.longitudes.push(place.longitude);
    fragments.add(renderHead(place));
  }
  const { index, order } = buildPlaceIndex(columns);
  return { places: index, placeSlab: fragments.inOrder(order) };
}

/** Fragments are written into chunks of this size, or of their own where one is larger. */
const chunkBytes = 2 ** 22;

/** Collects fragments as they come, to put them into a slab once the order of the rows is known. */
function openFragments() {
  let chunk = Buffer.alloc(0);
  let end = 0;
  const chunks: Buffer[] = [];
  const starts: number[] = [];
  const lengths: number[] = [];
  return {
    add(fragment: string): void {
      // UTF-8 takes at most three bytes for each unit of a text.
      if (chunk.length - end < 3 * fragment.length) {
        chunk = Buffer.allocUnsafeSlow(Math.max(chunkBytes, 3 * fragment.length));
        end = 0;
      }
      chunks.push(chunk);
      starts.push(end);
      const length = chunk.write(fragment, end);
      lengths.push(length);
      end += length;
    },
    /** The slab whose row `i` is the fragment number `order[i]`. */
    inOrder(order: Uint32Array): PlaceSlab {
      const { slab, offsets, bytes } = emptySlab(order.map(i => lengths[i]!));
      order.forEach((i, row) => {
        bytes.set(chunks[i]!.subarray(starts[i]!, starts[i]! + lengths[i]!), offsets[row]!);
      });
      return slab;
    },
  };
}
