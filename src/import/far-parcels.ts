import { farFromPrefecture } from './datasets/parcel-prefecture.ts';
import type { Tally } from './report.ts';

/** Fewer parcels may have codes that are wrong or unusual. */
const leastFarParcels = 10;

/** Why a file is refused in which most parcels lie far from the prefecture of their code. */
export function farParcelsObjection({ read, notesOf }: Tally): string | undefined {
  const far = notesOf(farFromPrefecture);
  if (far < leastFarParcels || far * 2 <= read) return undefined;
  const count = (value: number) => value.toLocaleString('en');
  return (
    `${count(far)} of ${count(read)} parcels lie far from the prefecture of their code, so the ` +
    'coordinate system is probably wrong; nothing was changed. Check --srid, or give --allow-far ' +
    'if the codes are wrong and the positions right'
  );
}
