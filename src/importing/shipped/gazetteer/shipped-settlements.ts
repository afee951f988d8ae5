import { settlementReach } from '#domain/geocoder/index/central-position.ts';
import type { AreaRow, LocalityRow, Position, Seat } from '#domain/geocoder/rows/geocoder-rows.ts';
import { nameKey } from '#domain/geocoder/text/stem.ts';
import { gazetteerSource } from '#storage/store/store.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import type { Cells } from '../shipped-table.ts';

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
export function toSettlement(cells: Cells): Settlement {
  const isKnown = cells.textOrNull('population') !== null;
  const population = isKnown ? cells.number('population') : null;
  return {
    name: cells.text('name'),
    otherNames: cells.texts('also'),
    municipality: cells.text('municipality'),
    population,
    isSeat: cells.textOrNull('seat') === 'yes',
    latitude: cells.number('latitude'),
    longitude: cells.number('longitude'),
    accuracyMetres: settlementReach(population),
  };
}

/** A row of islands.csv. */
export function toIsland(cells: Cells): LocalityRow {
  return {
    kind: 'island',
    name: cells.text('name'),
    otherNames: [...cells.texts('also'), `Νήσος ${cells.text('name')}`],
    municipality: cells.text('part_of'),
    population: null,
    postalCodes: [],
    latitude: cells.number('latitude'),
    longitude: cells.number('longitude'),
    accuracyMetres: cells.number('reach_m'),
    source: gazetteerSource,
  };
}

/** A municipal unit and its municipality, in the genitive. */
export interface MunicipalUnit {
  readonly unit: string;
  readonly municipality: string;
}

/** A row of municipal-units.csv. */
export function toUnits(cells: Cells): MunicipalUnit[] {
  const municipality = cells.text('municipality');
  return cells.texts('units').map(unit => ({ unit, municipality }));
}

/**
 * Municipal units, found only behind their label, because streets and villages have such names too.
 * A unit is the settlement of its name, where its municipality has one, and else an area.
 */
export function placeUnits(units: readonly MunicipalUnit[], localities: readonly LocalityRow[]) {
  const keyOf = (name: string, municipality: string) => `${municipality}/${nameKey(name)}`;
  const namesOf = ({ unit }: MunicipalUnit) => [`ΔΕ ${unit}`, `Δημοτική Ενότητα ${unit}`];
  const byKey = new Map(units.map(one => [keyOf(one.unit, one.municipality), one]));
  const placed = localities.map((row): LocalityRow => {
    const key = keyOf(row.name, row.municipality);
    const unit = row.kind === 'settlement' ? byKey.get(key) : undefined;
    if (unit === undefined) return row;
    byKey.delete(key);
    return { ...row, otherNames: [...row.otherNames, ...namesOf(unit)] };
  });
  const areas = [...byKey.values()].map(
    (one): AreaRow => ({
      kind: 'municipal_unit',
      id: one.unit,
      names: namesOf(one),
      parts: [one.municipality],
    }),
  );
  return { localities: placed, areas };
}

/** A row of areas.csv. */
export function toArea(cells: Cells): AreaRow {
  const id = cells.text('genitive');
  const names = [id, cells.text('nominative'), ...cells.texts('also')];
  const parts = cells.texts('parts');
  const kind = cells.oneOf('kind', ['regional_unit', 'region', 'landscape']);
  return { kind, id, names, parts };
}
