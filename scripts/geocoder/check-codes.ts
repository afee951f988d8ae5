// node scripts/geocoder/check-codes.ts FOLDER: the postal codes whose position is outside the border
// of their municipality, with the municipality there. Correct them in data/postal-codes.csv.

import { nameKey } from '#domain/geocoder/text/stem.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { nearestOnLine } from '#tools/geo/earth.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { polygonsOf } from '#tools/geo/polygon.ts';
import { type Border, readBorders } from './open-data.ts';

/** The borders are simplified, and codes reach over them a little. */
const mostMetres = 500;

const { postalCodes, streets } = await readGazetteer();
const borders = readBorders(process.argv[2]!);
const areas = packAreas(borders.map(({ geometry }) => geometry));
// Namesakes too: no code is taken for outside because another municipality has the name.
const byName = Map.groupBy(borders, ({ name }) => nameKey(name));
for (const { postalCode, municipality, latitude, longitude } of postalCodes) {
  const own = byName.get(nameKey(municipality)) ?? [];
  const there = areasAt(areas, longitude, latitude).map(area => borders[area]!);
  if (own.length === 0 || there.some(border => own.includes(border))) continue;
  const metres = Math.min(...own.map(border => metresTo(border, latitude, longitude)));
  if (metres <= mostMetres) continue;
  const count = streets.filter(street => street.postalCode === postalCode).length;
  const where = there.map(({ name }) => name).join() || 'no municipality';
  const km = (metres / 1_000).toFixed(1);
  console.log(`${postalCode} ${municipality}: ${km} km outside, in ${where}; ${count} streets`);
}

function metresTo({ geometry }: Border, latitude: number, longitude: number): number {
  const rings = polygonsOf(geometry).flat();
  return Math.min(...rings.map(ring => nearestOnLine(latitude, longitude, ring).metres));
}
