import { KtimaError } from '../../errors.ts';
import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { GeocoderIndex } from '../../geocoder/build.ts';
import { geocode } from '../../geocoder/geocode.ts';
import type { Position } from '../../geocoder/rows.ts';
import { orNotFound } from './not-found.ts';
import { positionOf } from './spots.ts';

/** What is known of prefectures and towns, each found only once. */
export interface Places {
  ofPrefecture(regionalUnits: readonly string[]): readonly Position[];
  ofTown(name: string): Promise<readonly Position[]>;
  /** Whether streets are known in the postal code or, without one, the town of a result. */
  hasStreets(result: GeocodeResult): boolean;
}

/** A town's name says where something is only when it is clear which town. */
const sureTown = 0.8;
const mostTowns = 20;
/** Towns that are remembered; a column of nonsense must not fill the memory. */
const mostRemembered = 10_000;

/** Finds places in a geocoder. */
export function openPlaces(index: GeocoderIndex): Places {
  const prefectures = new Map<string, readonly Position[]>();
  const towns = new Map<string, Promise<readonly Position[]>>();
  const codesWithStreets = new Set<string | undefined>(
    Array.from(index.streets.postalCode, code => index.postalCodes[code]?.postalCode),
  );
  const townsWithStreets = new Set<string | null>(
    index.municipalities
      .filter((_, i) => index.municipalitySizes[i]! > 0)
      .map(row => row.nominative),
  );
  const unitOf = new Map(index.municipalities.map(({ id, regionalUnit }) => [id, regionalUnit]));
  return {
    ofPrefecture(regionalUnits) {
      const key = regionalUnits.join();
      const known = prefectures.get(key);
      if (known) return known;
      const units = new Set(regionalUnits);
      const found = index.postalCodes.filter(code =>
        units.has(unitOf.get(code.municipality) ?? ''),
      );
      prefectures.set(key, found);
      return found;
    },
    hasStreets({ components: { postal_code, municipality } }) {
      return postal_code === null
        ? townsWithStreets.has(municipality)
        : codesWithStreets.has(postal_code);
    },
    ofTown(name) {
      const known = towns.get(name) ?? findTown(index, name);
      if (towns.size >= mostRemembered) towns.clear();
      towns.set(name, known);
      return known;
    },
  };
}

async function findTown(index: GeocoderIndex, name: string): Promise<readonly Position[]> {
  const results = await orNotFound(() => geocode(index, { address: name, limit: mostTowns }));
  if (results instanceof KtimaError) return [];
  const isClear = (results[0]?.match.confidence ?? 0) >= sureTown;
  const areTowns = results.every(({ match }) => ['locality', 'municipality'].includes(match.level));
  return isClear && areTowns ? results.map(positionOf) : [];
}
