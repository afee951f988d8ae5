import type { Parcel } from '#domain/property/parcels.ts';
import { type ParcelFinder, parcelsOfArea } from '#domain/property/parcels-of-area.ts';
import type { Box } from '#tools/geo/box.ts';

/** The first parcels whose bounding box overlaps a box, in the order of their codes. */
export async function parcelsIn(
  finder: ParcelFinder,
  box: Box,
  after: string,
  most: number,
): Promise<Parcel[]> {
  const area = { boxes: [box], meets: () => true, holds: () => true };
  const all: Parcel[] = [];
  for await (const { found } of parcelsOfArea(finder, area, after)) {
    all.push(...found);
    if (all.length >= most) break;
  }
  return all.slice(0, most);
}
