import { metresBetween } from '#tools/geo/earth.ts';
import type { GeocoderIndex } from '../index/build-index.ts';
import { positionOfStreet } from '../index/indexed-streets.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { unlimited } from '../score/budget.ts';
import { detailed, type Finding, findings, scaled } from '../score/evidence.ts';
import { cityOf, heldIn, isArea, isInBasin, isQuarter, placesIn } from './containment.ts';
import { type Meaning, spellingOf } from './town-names.ts';

/** The postal code and the town that narrow a search. */
export interface Hints {
  readonly postalCode: string | null;
  /** The places that the hint `city` may mean; null without a hint, or for an unknown one. */
  readonly city: Meaning | null;
}

/** How far a street may be from its postal code or its own position, in metres. */
const streetSlackMetres = 1_000;
const distancePower = 1.5;
/**
 * A village with a larger accuracy than this, in metres, has only the position of its postal code.
 */
const placedMetres = 1_500;

/** The towns of a reading, and that of the hint. */
export function townsOf(
  { towns }: { readonly towns: readonly Meaning[] },
  { city }: Hints,
): readonly Meaning[] {
  return city === null ? towns : [...towns, city];
}

/** How a street's place fits the towns of the address and the hint; undefined if it cannot be. */
export function townFindings(
  index: GeocoderIndex,
  street: number,
  towns: readonly Meaning[],
  hints: Hints,
): Finding[] | undefined {
  const found: Finding[] = [];
  for (const town of towns) {
    const best = isWithOwn(index, street, town, towns)
      ? findings.inTown
      : (bestFinding(index, street, town, towns, hints) ??
        quarterBeside(index, street, town, towns));
    if (best === undefined) return undefined;
    if (best !== findings.inTown) found.push(best);
    // The hint's own spelling is no doubt about the street.
    if (town !== hints.city && town.spelled.fit < 1) {
      const own = index.streets.municipality[street]!;
      found.push(spellingOf(index.places, town, town.places.find(isIn(index, own))));
    }
  }
  return found;
}

/** `Ιλίσια Ζωγράφου`: a street of the town, which the quarter lies beside. */
function quarterBeside(
  index: GeocoderIndex,
  street: number,
  town: Meaning,
  towns: readonly Meaning[],
): Finding | undefined {
  const quarter = quarterOf(index, town, towns);
  return quarter && byDistance(index, street, quarter, true);
}

/**
 * The quarter that a name means beside its town, which is only a wish: the street may be anywhere in
 * the town. Undefined for what is a town itself.
 */
function quarterOf(
  index: GeocoderIndex,
  meaning: Meaning,
  towns: readonly Meaning[],
): GazetteerPlace | undefined {
  const { places } = index.places;
  if (towns.length < 2 || !meaning.places.some(place => isQuarter(index, places[place]!))) {
    return undefined;
  }
  const others = towns.filter(
    other => other !== meaning && other.places.some(place => !isArea(places[place]!)),
  );
  const inOthers = meaning.places
    .map(place => places[place]!)
    .filter(place => others.some(other => heldIn(index, other, place, unlimited) !== undefined));
  const isOther = inOthers.some(place => !isQuarter(index, place) && !isArea(place));
  return isOther ? undefined : inOthers[0];
}

/** Whether a place is, lies in or holds a municipality. */
function isIn({ places }: GeocoderIndex, municipality: number) {
  return (place: number) => places.places[place]!.municipalities.has(municipality);
}

/** `Καλαμαριά, Θεσσαλονίκη`: the city or region of the town that has the street is no fault. */
function isWithOwn(
  index: GeocoderIndex,
  street: number,
  town: Meaning,
  towns: readonly Meaning[],
): boolean {
  const own = index.streets.municipality[street]!;
  if (towns.length < 2) return false;
  // The region beside the city does not make its suburbs as likely: `Αθήνα, Αττική`.
  const isOwn = (one: Meaning) => placesIn(index, one, own).some(place => !isArea(place));
  const isAround = town.municipalities.has(own) || isNeighbour(index, own, town);
  return !isOwn(town) && isAround && towns.some(isOwn);
}

/**
 * The municipalities whose streets can fit all towns; undefined without a town. Two towns that have
 * nothing to do with each other have none.
 */
export function municipalitiesOf(
  index: GeocoderIndex,
  towns: readonly Meaning[],
): ReadonlySet<number> | undefined {
  if (towns.length === 0) return undefined;
  const apart = towns.filter(town => quarterOf(index, town, towns) === undefined);
  return (apart.length > 0 ? apart : towns)
    .map(town => withNeighbours(index, town))
    .reduce((both, others) => both.intersection(others));
}

const reached = new WeakMap<Meaning['places'], ReadonlySet<number>>();

/** The municipalities of a town, and those in the basin of the city that it is. */
function withNeighbours(index: GeocoderIndex, { places, municipalities }: Meaning) {
  const known = reached.get(places);
  if (known) return known;
  const first = index.places.places[places[0]!]!;
  const basin = first.kind === 'municipality' ? basinsOf(index).get(first.name) : undefined;
  const all = basin === undefined ? municipalities : municipalities.union(basin);
  reached.set(places, all);
  return all;
}

type Basins = ReadonlyMap<string, ReadonlySet<number>>;
const basins = new WeakMap<GeocoderIndex['municipalities'], Basins>();

/** The municipalities of each basin, by the name of its city. */
function basinsOf({ municipalities }: GeocoderIndex): Basins {
  const known = basins.get(municipalities);
  if (known) return known;
  const found = new Map<string, Set<number>>();
  municipalities.forEach(({ basin }, number) => {
    if (!basin) return;
    const members = found.get(basin) ?? new Set();
    found.set(basin, members.add(number));
  });
  basins.set(municipalities, found);
  return found;
}

/** Whether a municipality belongs to the basin of the city that is meant. */
function isNeighbour(index: GeocoderIndex, municipality: number, { places }: Meaning): boolean {
  const first = index.places.places[places[0]!]!;
  return first.kind === 'municipality' && isInBasin(index, first, municipality);
}

function bestFinding(
  index: GeocoderIndex,
  street: number,
  town: Meaning,
  towns: readonly Meaning[],
  hints: Hints,
): Finding | undefined {
  const own = index.streets.municipality[street]!;
  if (!town.municipalities.has(own)) return elsewhere(index, street, town, hints);
  const city = cityOf(index, town);
  let best: Finding | undefined;
  for (const place of placesIn(index, town, own)) {
    const found = isArea(place)
      ? inArea(index, street, city)
      : inPlace(index, street, place, towns.length > 1);
    if (found.fit > (best?.fit ?? 0)) best = found;
  }
  return best;
}

/**
 * The name of a city that is also the name of an area means the city; its surroundings are a guess.
 */
function inArea(index: GeocoderIndex, street: number, city: GazetteerPlace | undefined): Finding {
  if (city === undefined) return findings.inArea;
  const own = index.municipalities[index.streets.municipality[street]!]!;
  const isNear = isInBasin(index, city, index.streets.municipality[street]!);
  return detailed(isNear ? findings.inBasin : findings.aroundCity, own.nominative, city.name);
}

/** A street of a municipality that the town is not in: a neighbour in the basin, or by its code. */
function elsewhere(
  index: GeocoderIndex,
  street: number,
  town: Meaning,
  hints: Hints,
): Finding | undefined {
  const municipality = index.streets.municipality[street]!;
  const own = index.municipalities[municipality];
  if (own && isNeighbour(index, municipality, town)) {
    const metres = metresBetween(
      positionOfStreet(index, street),
      index.places.places[town.places[0]!]!,
    );
    const near = detailed(findings.inBasin, own.nominative, own.basin!);
    return scaled(near, nearerFirst(metres));
  }
  const code = index.postalCodes[index.streets.postalCode[street]!]?.postalCode;
  if (hints.postalCode === null || code !== hints.postalCode) return undefined;
  return detailed(findings.codeElsewhere, code, own?.nominative ?? 'another town');
}

/** Of several neighbours with the street, the one nearest to the city is meant most often. */
function nearerFirst(metres: number): number {
  return Number.isNaN(metres) ? 1 : 1 - Math.min(0.04, metres / 500_000);
}

function inPlace(
  index: GeocoderIndex,
  street: number,
  place: GazetteerPlace,
  isBesideTown: boolean,
): Finding {
  if (place.kind === 'municipality') return findings.inTown;
  if (place.kind === 'island') return byDistance(index, street, place, isBesideTown);
  const { streets, postalCodes } = index;
  const code = postalCodes[streets.postalCode[street]!]?.postalCode;
  if (code !== undefined && place.postalCodes.includes(code)) return findings.inTown;
  if (streets.localities[streets.locality[street]!] === place.name) return findings.inTown;
  // A village at the point of its postal code: only its codes locate it.
  const isPlaced = place.postalCodes.length === 0 || place.accuracyMetres <= placedMetres;
  if (isPlaced || isQuarter(index, place)) return byDistance(index, street, place, isBesideTown);
  return detailed(findings.villageOther, townOf(index, street), place.name);
}

/** A street outside the quarter fits this much less, as it is further away. */
const quarterSlack = 0.1;
/** The same where the town of the quarter was not typed, if it is this near to it, in metres. */
const nearQuarterMetres = 4_000;

/** The right municipality, another part of it: the less likely, the further away. */
function byDistance(
  index: GeocoderIndex,
  street: number,
  place: GazetteerPlace,
  isBesideTown: boolean,
): Finding {
  const metres = metresBetween(positionOfStreet(index, street), place);
  const slack = place.accuracyMetres + streetSlackMetres;
  const details = [townOf(index, street), (metres / 1_000).toFixed(1), place.name];
  const isWish = isBesideTown || metres <= nearQuarterMetres;
  if (!(metres <= slack) && isWish && isQuarter(index, place)) {
    const share = Math.min(quarterSlack, 1 - slack / metres);
    return scaled(detailed(findings.quarterOutside, ...details), 1 - share, 1);
  }
  if (!(metres <= slack)) {
    return scaled(detailed(findings.quarterFar, ...details), (slack / metres) ** distancePower);
  }
  // A quarter whose postal codes are known has no street of another code.
  const isOutside = place.kind === 'quarter' && place.postalCodes.length > 0;
  return isOutside ? detailed(findings.quarterNearOther, ...details) : findings.quarterNear;
}

function townOf(index: GeocoderIndex, street: number): string {
  return index.municipalities[index.streets.municipality[street]!]!.nominative;
}
