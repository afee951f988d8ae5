import type {
  GeocoderRows,
  House,
  MunicipalityRow,
  StreetRow,
} from '#domain/geocoder/rows/geocoder-rows.ts';
import { streetKey } from '#domain/geocoder/text/fold.ts';

const municipality: MunicipalityRow = {
  id: 'Μικρής Πόλης',
  nominative: 'Μικρή Πόλη',
  english: 'Small Town',
  otherNames: ['Μικρόπολη'],
  basin: null,
  seat: null,
  regionalUnit: 'Δοκιμής',
  region: 'Δοκιμών',
};

const place = { municipality: municipality.id, locality: null };
const code = { ...place, accuracyMetres: 600, source: 'drawn' };

/** Two postal codes two kilometres apart. */
export const postalCodes = [
  { ...code, postalCode: '99101', latitude: 38, longitude: 23 },
  { ...code, postalCode: '99102', latitude: 38.018, longitude: 23 },
];

/** A street of the small town as the gazetteer would have it. */
export function street(name: string, fields: Partial<StreetRow> = {}): StreetRow {
  return {
    name,
    otherNames: [],
    municipality: municipality.id,
    locality: null,
    postalCode: '99101',
    ranges: [],
    position: null,
    hasHouses: true,
    source: 'gazetteer',
    ...fields,
  };
}

/** The small town with these streets. */
export function town(...streets: StreetRow[]): GeocoderRows {
  return { municipalities: [municipality], postalCodes, localities: [], areas: [], streets };
}

/** A house some metres east of the first postal code's point. */
export function house(name: string, number: string, metresEast: number): House {
  return {
    streetKey: streetKey(name, municipality.id),
    number,
    postalCode: null,
    latitude: 38,
    longitude: Math.round((23 + metresEast / 87_800) * 1e7) / 1e7,
    source: 'osm',
  };
}

/** A lookup over some houses. */
export function lookupOf(houses: readonly House[]) {
  return (key: string) => houses.filter(({ streetKey }) => streetKey === key);
}
