import { metresBetween } from '#tools/geo/earth.ts';
import { type GreekResult, municipalityParts, placeResult } from './geocode-result.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import type { GazetteerPlace } from './index/place-index.ts';
import type { ParsedAddress } from './query/parse.ts';
import { type Fault, faultOf } from './score/evidence.ts';
import { isArea } from './towns/containment.ts';
import type { Town } from './towns/find-towns.ts';
import { isSure } from './towns/town-names.ts';

/** A kilometre on the road from one town to another. */
export interface RoadKilometre {
  readonly from: GazetteerPlace;
  readonly to: GazetteerPlace;
  readonly kilometre: number;
  /** The town that was typed beside the road, which the point is at; else null. */
  readonly at: GazetteerPlace | null;
}

/** Two towns with a road that is named after both are at most this far apart, in metres. */
const longestRoad = 350_000;
/** How much longer a road is than the straight line. */
const roadLength = 1.25;
/** Of several namesakes those are meant that are near each other: how far ten times fewer people count. */
const metresPerTenth = 40_000;
const mostNamesakes = 5;

/**
 * The kilometre that an address means: `3ο χλμ Λάρισας - Τρικάλων`. A town beside the road decides
 * where on it: `62ο χλμ Αθηνών-Λαμίας, Σχηματάρι`. Undefined without two towns.
 */
export function findRoadKilometre(
  { places: { places } }: GeocoderIndex,
  { kilometre, groups }: ParsedAddress,
  towns: readonly Town[],
): RoadKilometre | undefined {
  if (kilometre === null) return undefined;
  const named = groups.map((_, i) => apartFrom(towns.filter(town => town.group === i)));
  // `18ο χλμ Λεωφ. Λαυρίου, Παιανία` is a point of the avenue.
  const ends = named.filter((_, i) => groups[i]!.type !== 'avenue');
  const road = named.find(({ length }) => length >= 2) ?? ends.flat();
  const [first, second, third] = road;
  if (first === undefined || second === undefined) return undefined;
  const beside = third ?? named.find(list => list !== road && !road.includes(list[0]!))?.[0];
  const meant = ({ places: list }: Town) =>
    list
      .map(place => places[place]!)
      .filter(place => !isArea(place) && !Number.isNaN(place.latitude))
      .slice(0, mostNamesakes);
  const pairs = meant(first).flatMap(from =>
    meant(second).flatMap(to => (from === to ? [] : [{ from, to }])),
  );
  const stops = beside === undefined ? [null] : meant(beside);
  return pairs
    .flatMap(({ from, to }) => stops.map(at => ({ from, to, kilometre, at })))
    .filter(({ from, to, at }) => {
      const metres = metresBetween(from, to);
      return metres <= longestRoad && (at ?? kilometre * 1_000 <= metres * roadLength + 5_000);
    })
    .toSorted((a, b) => weightOf(b) - weightOf(a))[0];
}

/** The sure names in a group, the longer first where they share words, without those inside. */
function apartFrom(towns: readonly Town[]): Town[] {
  const found: Town[] = [];
  for (const town of towns.filter(isSure).toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (town.from >= (found.at(-1)?.to ?? 0)) found.push(town);
  }
  return found;
}

/** How often a road is meant: between large towns, and without a detour to the town at it. */
function weightOf({ from, to, at }: RoadKilometre): number {
  const people = [from, to, ...(at ? [at] : [])].map(({ population }) => population);
  const size = people.reduce((sum, count) => sum + Math.log10(1 + count), 0);
  const way = at ? metresBetween(from, at) + metresBetween(at, to) : metresBetween(from, to);
  return size - way / metresPerTenth;
}

/** How far the point may be off, in metres: a road leaves its town in any direction. */
export function roadAccuracy({ kilometre, at }: RoadKilometre): number {
  if (at === null) return Math.max(2_000, kilometre * 1_000);
  return at.kind === 'municipality' ? townMetres : Math.max(townMetres, at.accuracyMetres);
}

/** A road passes its towns this near, in metres. */
const townMetres = 5_000;

/** The answer: at the town beside the road, else that far from the first town towards the second. */
export function answerRoadKilometre(
  index: GeocoderIndex,
  road: RoadKilometre,
  confidence: number,
  faults: readonly Fault[],
): GreekResult {
  const { from, to, kilometre, at } = road;
  const share = Math.min(1, (kilometre * 1_000) / roadLength / metresBetween(from, to));
  const between = (a: number, b: number) => a + share * (b - a);
  const point = at ?? {
    latitude: between(from.latitude, to.latitude),
    longitude: between(from.longitude, to.longitude),
  };
  const town = at ?? from;
  const placed = at
    ? faultOf('address', 'placed_in', at.name, from.name, to.name)
    : faultOf('address', 'placed_towards', kilometre, from.name, to.name);
  const locality = town.kind === 'municipality' ? null : town.name;
  const parts = { street: null, house_number: null, postal_code: null, locality };
  return placeResult(
    index,
    { ...point, accuracyMetres: roadAccuracy(road) },
    confidence,
    [...faults, placed],
    { ...parts, ...municipalityParts(index, town.municipality) },
    town,
  );
}
