import type { GeocodeQuery } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import {
  openUnitPositions,
  positionsOfArea,
  unitsOfArea,
} from '#domain/geocoder/municipality-of.ts';
import type { Position } from '#domain/geocoder/rows/geocoder-rows.ts';
import { unitsOfPrefecture } from '#domain/property/greece.ts';
import { KtimaError } from '#tools/errors.ts';
import { recentlyUsed } from '#tools/recently-used.ts';

/** Positions in prefectures and towns, cached. */
export interface AreaPositions {
  ofPrefecture(regionalUnits: readonly string[]): readonly Position[];
  /** The regional units that the name of a unit, prefecture or region means; none if it is not known. */
  unitsNamed(name: string): readonly string[];
  /** Of a town; of a regional unit or region, the positions of all its postal codes. */
  ofTown(name: string): Promise<readonly Position[]>;
  /** Whether streets are known in the postal code or, without one, the town of a result. */
  hasStreets(result: GeocodeResult): boolean;
}

type Search = (query: GeocodeQuery) => Promise<readonly GeocodeResult[]>;

/** Below this confidence a town's name is ambiguous, and gives no position. */
const sureTown = 0.8;
const mostTowns = 20;
/** Limit of the town cache, so that a column of nonsense does not fill the memory. */
const mostCachedTowns = 10_000;

/** Finds the positions of areas in the geocoder's index, and those of towns by a search. */
export function openAreaPositions(index: GeocoderIndex, search: Search): AreaPositions {
  const towns = recentlyUsed<Promise<readonly Position[]>>(mostCachedTowns);
  const units = recentlyUsed<readonly string[]>(mostCachedTowns);
  const codesWithStreets = new Set<string | undefined>(
    Array.from(index.streets.postalCode, code => index.postalCodes[code]?.postalCode),
  );
  const townsWithStreets = new Set<string | null>(
    index.municipalities
      .filter((_, i) => index.municipalitySizes[i]! > 0)
      .map(row => row.nominative),
  );
  return {
    ofPrefecture: openUnitPositions(index),
    unitsNamed(name) {
      const known = units.get(name) ?? unitsOfArea(index, name).flatMap(unitsOfPrefecture);
      units.set(name, known);
      return known;
    },
    hasStreets({ components: { postal_code, municipality } }) {
      return postal_code === null
        ? townsWithStreets.has(municipality)
        : codesWithStreets.has(postal_code);
    },
    ofTown(name) {
      const known = towns.get(name) ?? findTown(index, search, name);
      towns.set(name, known);
      return known;
    },
  };
}

async function findTown(
  index: GeocoderIndex,
  search: Search,
  name: string,
): Promise<readonly Position[]> {
  const inArea = positionsOfArea(index, name);
  if (inArea.length > 0) return inArea;
  const found = await orNotFound(() => search({ address: name, limit: mostTowns }));
  if (found instanceof KtimaError) return [];
  // A hotel may be called as the town.
  const results = found.filter(({ match }) => match.level !== 'place');
  const isClear = (results[0]?.match.confidence ?? 0) >= sureTown;
  const areTowns = results.every(({ match }) => ['locality', 'municipality'].includes(match.level));
  return isClear && areTowns ? results.map(positionOfResult) : [];
}

/** The position of a geocoder result, with its accuracy. */
export function positionOfResult({ latitude, longitude, match }: GeocodeResult): Position {
  return { latitude, longitude, accuracyMetres: match.accuracy_m };
}

/** Runs a lookup. Returns a NOT_FOUND error instead of throwing it; other errors are thrown. */
export async function orNotFound<T>(look: () => Promise<T>): Promise<T | KtimaError> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof KtimaError && error.code === 'NOT_FOUND') return error;
    throw error;
  }
}
