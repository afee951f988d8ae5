import { metresBetween } from '#tools/geo/earth.ts';
import type { Settlement, SettlementKind } from '../geocoder/rows/country-rows.ts';
import { elot743 } from '../geocoder/text/elot.ts';
import { nameKey } from '../geocoder/text/stem.ts';
import type { MapFeature } from './map-feature.ts';

/** The kind of a label and the lowest zoom at which it is drawn, for settlements of each kind. */
const labels: Readonly<Record<SettlementKind, readonly [kind: string, minZoom: number]>> = {
  city: ['city', 7],
  town: ['town', 9],
  village: ['village', 11],
  hamlet: ['hamlet', 13],
  isolated_dwelling: ['hamlet', 14],
  suburb: ['suburb', 11],
  quarter: ['quarter', 13],
  neighbourhood: ['neighbourhood', 14],
  island: ['island', 11],
  islet: ['island', 13],
};

/** The lowest zoom at which a settlement is drawn, by its number of inhabitants. */
const zoomOfPopulation = [
  [300_000, 4],
  [100_000, 5],
  [50_000, 6],
  [25_000, 7],
  [10_000, 8],
  [5_000, 8],
  [2_000, 9],
  [1_000, 10],
] as const;

/** The lowest zoom at which an island is drawn, by its reach from the middle in metres. */
const zoomOfReach = [
  [60_000, 5],
  [15_000, 7],
  [6_000, 9],
] as const;

/** Two settlements of one name are the same up to this distance, in metres; two islands also. */
const sameMetres = 6_000;
const sameIslandMetres = 20_000;
/** A shipped settlement this near to a loaded one is the same under another name, in metres. */
const sameSpotMetres = 400;

/** The labels of settlements: all loaded ones, and the shipped ones that are not among them. */
export function placeLabels(
  loaded: readonly Settlement[],
  shipped: readonly Settlement[],
): MapFeature[] {
  const isLoaded = openLookup(loaded);
  const all = [...loaded, ...shipped.filter(settlement => !isLoaded(settlement))];
  const isSuburb = openSuburbs(all);
  return all.map((settlement, i) => toLabel(settlement, i, isSuburb(settlement)));
}

/** The least number of inhabitants of a city that has grown together with its neighbours. */
const leastOfConurbation = 50_000;
/** How far such a city reaches, in metres for each root of an inhabitant: Athens 16 km. */
const metresOfRoot = 20;

/**
 * Whether a city or town is a suburb in all but name: near to a city with twice its inhabitants.
 * Sources give municipalities of Athens as cities, because they have as many inhabitants.
 */
function openSuburbs(settlements: readonly Settlement[]): (asked: Settlement) => boolean {
  const cities = settlements.filter(
    ({ kind, population }) => kind === 'city' && (population ?? 0) >= leastOfConurbation,
  );
  return asked => {
    const { kind, population } = asked;
    if ((kind !== 'city' && kind !== 'town') || population === null) return false;
    return cities.some(
      city =>
        city.population! >= 2 * population &&
        metresBetween(city, asked) <= metresOfRoot * Math.sqrt(city.population!),
    );
  };
}

function toLabel(settlement: Settlement, i: number, isSuburb: boolean): MapFeature {
  const { externalId, name, otherNames, kind, population, latitude, longitude } = settlement;
  const [labelKind] = labels[isSuburb ? 'suburb' : kind];
  return {
    externalId: externalId ?? `place/${i}`,
    layer: 'place',
    kind: labelKind,
    name,
    nameEn: otherNames.find(other => /^\p{Script=Latin}/u.test(other)) ?? elot743(name),
    ref: null,
    minZoom: isSuburb ? zoomOfSuburb(settlement) : zoomOf(settlement),
    rank: population ?? 0,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

function zoomOf({ kind, population, reachMetres }: Settlement): number {
  const [, usual] = labels[kind];
  if (kind === 'island') return firstReached(zoomOfReach, reachMetres) ?? usual;
  const isPart = kind === 'suburb' || kind === 'quarter' || kind === 'neighbourhood';
  return isPart ? usual : Math.min(firstReached(zoomOfPopulation, population ?? 0) ?? usual, usual);
}

/** A large suburb is shown when there is space for it beside its city. */
function zoomOfSuburb(settlement: Settlement): number {
  return Math.min(Math.max(zoomOf(settlement) + 2, 9), labels.suburb[1]);
}

function firstReached(
  limits: readonly (readonly [least: number, zoom: number])[],
  value: number,
): number | undefined {
  return limits.find(([least]) => value >= least)?.[1];
}

/** Finds whether a settlement is among others, by name and distance. */
function openLookup(settlements: readonly Settlement[]): (asked: Settlement) => boolean {
  const byName = new Map<string, Settlement[]>();
  const byCell = new Map<string, Settlement[]>();
  for (const settlement of settlements) {
    for (const name of new Set([settlement.name, ...settlement.otherNames].map(nameKey))) {
      push(byName, name, settlement);
    }
    push(byCell, cellOf(settlement), settlement);
  }
  return asked => {
    const metres = asked.kind === 'island' ? sameIslandMetres : sameMetres;
    const isNear = (known: Settlement, within: number) => metresBetween(known, asked) <= within;
    const named = byName.get(nameKey(asked.name)) ?? [];
    if (named.some(known => isNear(known, metres))) return true;
    if (asked.kind === 'island') return false;
    return cellsAround(asked).some(cell =>
      (byCell.get(cell) ?? []).some(known => isNear(known, sameSpotMetres)),
    );
  };
}

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Cells of a hundredth of a degree, wider than `sameSpotMetres`. */
const cellsPerDegree = 100;

function cellOf({ latitude, longitude }: Settlement): string {
  return `${Math.floor(latitude * cellsPerDegree)} ${Math.floor(longitude * cellsPerDegree)}`;
}

function cellsAround({ latitude, longitude }: Settlement): string[] {
  const [row, column] = [latitude, longitude].map(degrees => Math.floor(degrees * cellsPerDegree));
  return [-1, 0, 1].flatMap(north => [-1, 0, 1].map(east => `${row! + north} ${column! + east}`));
}
