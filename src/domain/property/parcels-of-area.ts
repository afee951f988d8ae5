import { boxesOverlap } from '#tools/geo/box.ts';
import { boundsOf, type PolygonGeometry, polygonsOf } from '#tools/geo/polygon.ts';
import type { Parcel } from './parcels.ts';
import type { Batch, SearchArea } from './search-area.ts';

/** Finds parcels in the order of their codes (`store/store.ts`). */
export interface ParcelFinder {
  parcelCodesIn(boxes: SearchArea['boxes'], after: string): Promise<string[] | undefined>;
  parcelsOfCodes(codes: readonly string[]): Promise<Parcel[]>;
  parcelsAlong(
    boxes: SearchArea['boxes'],
    after: string,
    mostRows: number,
  ): Promise<{ readonly parcels: Parcel[]; readonly end: string | undefined }>;
}

/**
 * The parcels of an area in the order of their codes, after one of them. They are found by their
 * position if there are few candidates; otherwise the parcels of the blocks around are read in the
 * order of their codes.
 */
export async function* parcelsOfArea(
  finder: ParcelFinder,
  area: SearchArea,
  after: string,
): AsyncGenerator<Batch<Parcel, string>> {
  if (area.boxes.length === 0) return;
  const codes = await finder.parcelCodesIn(area.boxes, after);
  const readNext = codes ? readerOfCodes(finder, codes) : readerAlong(finder, area, after);
  for (let rows = firstRows; ; ) {
    const { parcels, end } = await readNext(rows);
    yield { found: parcels.filter(parcel => isIn(parcel, area)), rows, end };
    if (end === undefined) return;
    rows = nextRows(rows, parcels);
  }
}

type ReadNext = (rows: number) => ReturnType<ParcelFinder['parcelsAlong']>;

function readerOfCodes({ parcelsOfCodes }: ParcelFinder, codes: readonly string[]): ReadNext {
  let next = 0;
  return async rows => {
    const some = codes.slice(next, next + rows);
    next += some.length;
    const end = next < codes.length ? some.at(-1) : undefined;
    return { parcels: some.length > 0 ? await parcelsOfCodes(some) : [], end };
  };
}

function readerAlong({ parcelsAlong }: ParcelFinder, area: SearchArea, after: string): ReadNext {
  let last = after;
  return async rows => {
    const batch = await parcelsAlong(area.boxes, last, rows);
    last = batch.end ?? last;
    return batch;
  };
}

/** The bounding box is compared first, because the exact test may convert every position. */
function isIn(parcel: Parcel, { boxes, meets }: SearchArea): boolean {
  const bounds = boundsOf(parcel.geometry);
  return boxes.some(box => boxesOverlap(box, bounds)) && meets(parcel);
}

/** The rows of the first and of the largest batch, and the positions that a batch should have. */
const [firstRows, mostRows, enoughPositions] = [16, 512, 20_000];

/** Few rows often suffice, so the first batch is small. Batches of long outlines stay small. */
function nextRows(rows: number, parcels: readonly Parcel[]): number {
  const positions = parcels.reduce((sum, { geometry }) => sum + countPositions(geometry), 0);
  return positions > enoughPositions ? Math.max(1, rows >> 2) : Math.min(mostRows, 2 * rows);
}

function countPositions(geometry: PolygonGeometry): number {
  return polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);
}
