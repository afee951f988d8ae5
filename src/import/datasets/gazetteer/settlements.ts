import { metresBetween } from '../../../geo/earth.ts';
import { settlementReach } from '../../../geocoder/country/settlement-reach.ts';
import type { AreaRow, LocalityRow, Position, Seat } from '../../../geocoder/rows.ts';
import { nameKey } from '../../../geocoder/text/name-key.ts';
import { gazetteerSource } from '../../../store/store.ts';
import type { Fields } from '../fields.ts';

/** A settlement whose own position is known. */
export interface Settlement extends Omit<LocalityRow, 'postalCodes' | 'source' | 'kind'> {
  /** Whether it is the main town of its municipality. */
  readonly isSeat: boolean;
}

/**
 * The largest distance, in metres, of a gazetteer village from the point of its postal code. It is
 * smaller where the code belongs to another municipality.
 */
const farthestMetres = { sameMunicipality: 27_000, other: 18_000 };

/**
 * Merges the gazetteer's villages, positioned at their postal code, with the settlements of known
 * position. A place in both lists becomes one, at the better position.
 */
export function placeSettlements(
  localities: readonly LocalityRow[],
  settlements: readonly Settlement[],
): LocalityRow[] {
  const byKey = Map.groupBy(localities, ({ name }) => nameKey(name));
  const replaced = new Set<LocalityRow>();
  const placed = settlements.map(({ isSeat: _, ...settlement }): LocalityRow => {
    const names = [settlement.name, ...settlement.otherNames.filter(isGreek)].map(nameKey);
    const named = [...new Set(names)].flatMap(key => byKey.get(key) ?? []);
    const within = (metres: number) =>
      named.filter(locality => metresBetween(locality, settlement) <= metres);
    const own = within(farthestMetres.sameMunicipality).filter(
      ({ municipality }) => municipality === settlement.municipality,
    );
    const taken = own.length > 0 ? own : nearestOf(within(farthestMetres.other), settlement);
    for (const locality of taken) replaced.add(locality);
    const postalCodes = [...new Set(taken.flatMap(locality => locality.postalCodes))];
    const spellings = taken.map(({ name }) => name).filter(name => name !== settlement.name);
    const otherNames = [...new Set([...settlement.otherNames, ...spellings])];
    return { ...settlement, kind: 'settlement', otherNames, postalCodes, source: gazetteerSource };
  });
  return [...placed, ...localities.filter(locality => !replaced.has(locality))];
}

function nearestOf(
  localities: readonly LocalityRow[],
  settlement: Position,
): readonly LocalityRow[] {
  const metres = (locality: LocalityRow) => metresBetween(locality, settlement);
  return localities.toSorted((a, b) => metres(a) - metres(b)).slice(0, 1);
}

/** The main town of each municipality. */
export function seatsOf(settlements: readonly Settlement[]): ReadonlyMap<string, Seat> {
  return new Map(settlements.filter(({ isSeat }) => isSeat).map(row => [row.municipality, row]));
}

function isGreek(name: string): boolean {
  return /\p{Script=Greek}/u.test(name);
}

/** A row of settlements.csv. */
export function toSettlement(fields: Fields): Settlement {
  const isKnown = fields.textOrNull('population') !== null;
  const population = isKnown ? fields.number('population', 0, 10_000_000) : null;
  return {
    name: fields.text('name'),
    otherNames: namesIn(fields.textOrNull('also')),
    municipality: fields.text('municipality'),
    population,
    isSeat: fields.textOrNull('seat') === 'yes',
    ...positionIn(fields),
    accuracyMetres: settlementReach(population),
  };
}

/** A row of islands.csv. */
export function toIsland(fields: Fields): LocalityRow {
  return {
    kind: 'island',
    name: fields.text('name'),
    otherNames: [...namesIn(fields.textOrNull('also')), `Νήσος ${fields.text('name')}`],
    municipality: fields.text('part_of'),
    population: null,
    postalCodes: [],
    ...positionIn(fields),
    accuracyMetres: fields.number('reach_m', 1, 200_000),
    source: gazetteerSource,
  };
}

/** A row of areas.csv. */
export function toArea(fields: Fields): AreaRow {
  const id = fields.text('genitive');
  const names = [id, fields.text('nominative'), ...namesIn(fields.textOrNull('also'))];
  const parts = namesIn(fields.textOrNull('parts'));
  const kind = fields.oneOf('kind', ['regional_unit', 'region', 'landscape']);
  return { kind, id, names, parts };
}

function positionIn(fields: Fields) {
  return {
    latitude: fields.coordinate('latitude', 34, 42),
    longitude: fields.coordinate('longitude', 19, 30),
  };
}

/** Names in one cell, separated by semicolons. */
export function namesIn(list: string | null): string[] {
  return list?.split(';') ?? [];
}
