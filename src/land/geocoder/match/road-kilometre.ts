import { metresBetween } from '../../../tools/geo/earth.ts';
import type { GeocoderIndex } from '../build.ts';
import { type GreekResult, municipalityParts, placeResult } from '../geocode-result.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { ParsedAddress } from '../query/parse.ts';
import { isSure, type Town } from '../query/towns.ts';
import { isArea } from './containment.ts';
import type { Fault } from './evidence.ts';

/** A kilometre on the road from one town to another. */
export interface RoadKilometre {
  readonly from: GazetteerPlace;
  readonly to: GazetteerPlace;
  readonly kilometre: number;
}

/** Two towns with a road that is named after both are at most this far apart, in metres. */
const longestRoad = 350_000;
/** How much longer a road is than the straight line. */
const roadLength = 1.25;
/** Of several namesakes those are meant that are near each other: how far ten times fewer people count. */
const metresPerTenth = 40_000;
const mostNamesakes = 5;

/** The kilometre that an address means: `3ο χλμ Λάρισας - Τρικάλων`. Undefined without two towns. */
export function findRoadKilometre(
  { places: { places } }: GeocoderIndex,
  { kilometre, groups }: ParsedAddress,
  towns: readonly Town[],
): RoadKilometre | undefined {
  if (kilometre === null) return undefined;
  const order = ({ group, from }: Town) =>
    groups.slice(0, group).reduce((sum, { words }) => sum + words.length, from);
  const sure = towns.filter(isSure).toSorted((a, b) => order(a) - order(b) || b.to - a.to);
  const [first] = sure;
  const second = sure.find(
    town => first !== undefined && order(town) >= order(first) + first.to - first.from,
  );
  if (first === undefined || second === undefined) return undefined;
  const meant = ({ places: list }: Town) =>
    list
      .map(place => places[place]!)
      .filter(place => !isArea(place) && !Number.isNaN(place.latitude))
      .slice(0, mostNamesakes);
  const pairs = meant(first).flatMap(from => meant(second).map(to => ({ from, to, kilometre })));
  const weight = ({ from, to }: RoadKilometre) =>
    Math.log10(1 + from.population) +
    Math.log10(1 + to.population) -
    metresBetween(from, to) / metresPerTenth;
  return pairs
    .filter(({ from, to }) => {
      const metres = metresBetween(from, to);
      return metres <= longestRoad && kilometre * 1_000 <= metres * roadLength + 5_000;
    })
    .toSorted((a, b) => weight(b) - weight(a))[0];
}

/** The answer: that far from the first town towards the second one. */
export function answerRoadKilometre(
  index: GeocoderIndex,
  { from, to, kilometre }: RoadKilometre,
  confidence: number,
  faults: readonly Fault[],
): GreekResult {
  const metres = kilometre * 1_000;
  const share = Math.min(1, metres / roadLength / metresBetween(from, to));
  const between = (a: number, b: number) => a + share * (b - a);
  const at = {
    latitude: between(from.latitude, to.latitude),
    longitude: between(from.longitude, to.longitude),
    // A road leaves its town in any direction, and its kilometres may count from the other side.
    accuracyMetres: Math.max(2_000, metres),
  };
  const problem = `placed ${kilometre} km from ${from.name} towards ${to.name}`;
  const locality = from.kind === 'municipality' ? null : from.name;
  const parts = { street: null, house_number: null, postal_code: null, locality };
  return placeResult(
    at,
    confidence,
    [...faults, { field: 'address', problem }],
    { ...parts, ...municipalityParts(index, from.municipality) },
    from,
  );
}
