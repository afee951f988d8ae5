import type { NamedPlace, Settlement } from '#domain/geocoder/rows/country-rows.ts';
import type { GeocoderRows, LocalityRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import type { Address } from '#storage/store/store.ts';
import { seeded } from '../test/seeded.ts';

/** The rows that an import of OpenStreetMap for the whole country brings. */
export interface CountryRows {
  readonly settlements: readonly Settlement[];
  readonly namedPlaces: readonly NamedPlace[];
  /** Streets, then houses. */
  readonly addresses: readonly Address[];
}

/** How many rows there are in the country. */
export interface CountrySize {
  readonly namedPlaces: number;
  readonly streets: number;
  readonly houses: number;
}

/** How named places are called: `V` is a village or town, `N` the name of a street. */
const placeNames: readonly (readonly [string, string])[] = [
  ['amenity=place_of_worship', 'Ιερός Ναός N'],
  ['amenity=place_of_worship', 'Ιερά Μονή N'],
  ['amenity=school', '2ο Δημοτικό Σχολείο V'],
  ['amenity=high_school', 'Γυμνάσιο V'],
  ['amenity=hospital', 'Γενικό Νοσοκομείο V'],
  ['amenity=townhall', 'Δημαρχείο V'],
  ['amenity=pharmacy', 'Φαρμακείο N'],
  ['amenity=restaurant', 'Ταβέρνα N'],
  ['tourism=hotel', 'Ξενοδοχείο N'],
  ['tourism=museum', 'Λαογραφικό Μουσείο V'],
  ['historic=archaeological_site', 'Αρχαιολογικός Χώρος V'],
  ['natural=beach', 'Παραλία V'],
  ['leisure=stadium', 'Δημοτικό Στάδιο V'],
  ['place=square', 'Πλατεία N'],
  ['railway=station', 'Σιδηροδρομικός Σταθμός V'],
];

/** Settlements of the gazetteer with their own position, and streets, houses and places around them. */
export function generateCountry(
  { localities, municipalities, streets }: GeocoderRows,
  size: CountrySize,
): CountryRows {
  const random = seeded(20);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const known = new Set(municipalities.map(({ id }) => id));
  const villages = localities.filter(
    row => row.kind !== 'island' && known.has(row.municipality) && !Number.isNaN(row.latitude),
  );
  const positions = villages.map(row => around(row, 3_000, random));
  // Streets and places gather in few settlements, as people do.
  const settled = () => Math.floor(villages.length * random() ** 3);
  const nameOf = () => {
    const { name } = pick(streets);
    return random() < 0.7 ? name : `${name.split(' ')[0]} ${pick(streets).name.split(' ').at(-1)}`;
  };
  const addressIn = (village: number, street: string, reachMetres: number): Address => ({
    externalId: null,
    street,
    houseNumber: null,
    postalCode: random() < 0.3 ? (villages[village]!.postalCodes[0] ?? null) : null,
    city: villages[village]!.name,
    municipality: villages[village]!.municipality,
    ...around(positions[village]!, 1_500, random),
    reachMetres,
  });
  const streetRows = Array.from({ length: size.streets }, () =>
    addressIn(settled(), nameOf(), Math.round(50 + 400 * random())),
  );
  const houses = Array.from({ length: size.houses }, (): Address => {
    const street = streetRows[Math.floor(streetRows.length * random() ** 2)]!;
    const houseNumber = String(1 + Math.floor(60 * random()));
    return { ...street, ...around(street, 200, random), houseNumber, reachMetres: 0 };
  });
  return {
    settlements: villages.map((row, i) => toSettlement(row, positions[i]!)),
    namedPlaces: Array.from({ length: size.namedPlaces }, (_, i): NamedPlace => {
      const village = settled();
      const [category, form] = placeNames[i % placeNames.length]!;
      const name = form.replace('V', villages[village]!.name).replace('N', nameOf());
      const otherNames = random() < 0.4 ? [elot743(name)] : [];
      const at = around(positions[village]!, 2_000, random);
      return { externalId: `node/${i}`, name, otherNames, category, reachMetres: 0, ...at };
    }),
    addresses: [...streetRows, ...houses],
  };
}

function toSettlement(row: LocalityRow, at: Point): Settlement {
  const { kind, name, population } = row;
  const settlement = population !== null && population > 5_000 ? 'town' : 'village';
  return {
    externalId: null,
    kind: kind === 'settlement' ? settlement : 'neighbourhood',
    name,
    otherNames: [elot743(name)],
    population,
    reachMetres: 0,
    ...at,
  };
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A random point within a distance in metres. */
function around({ latitude, longitude }: Point, metres: number, random: () => number): Point {
  const off = () => ((2 * random() - 1) * metres) / 100_000;
  return { latitude: latitude + off(), longitude: longitude + off() };
}
