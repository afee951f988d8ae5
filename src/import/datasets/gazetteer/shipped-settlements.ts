import type { Settlement, SettlementKind } from '../../../geocoder/country/rows.ts';
import { readTable } from './read-table.ts';
import { toIsland, toSettlement } from './settlements.ts';

/** The least number of inhabitants of a city and of a town. */
const cityPopulation = 50_000;
const townPopulation = 5_000;

/** Reads the shipped settlements and islands, as an import would bring them; for the map's labels. */
export async function readShippedSettlements(folder: string): Promise<Settlement[]> {
  const settlements = await readTable(`${folder}/settlements.csv`, toSettlement);
  const islands = await readTable(`${folder}/islands.csv`, toIsland);
  return [
    ...settlements.map(row => asSettlement(row, kindOf(row.population ?? 0), 0)),
    ...islands.map(row => asSettlement(row, 'island', row.accuracyMetres)),
  ];
}

type Row = Pick<Settlement, 'name' | 'otherNames' | 'population' | 'latitude' | 'longitude'>;

function asSettlement(row: Row, kind: SettlementKind, reachMetres: number): Settlement {
  const { name, otherNames, population, latitude, longitude } = row;
  return { externalId: null, kind, name, otherNames, population, latitude, longitude, reachMetres };
}

function kindOf(population: number): SettlementKind {
  if (population >= cityPopulation) return 'city';
  return population >= townPopulation ? 'town' : 'village';
}
