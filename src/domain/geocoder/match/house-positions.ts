import { metresBetween } from '#tools/geo/earth.ts';
import { centralPosition } from '../index/central-position.ts';
import { type HouseNumber, readHouseNumber } from '../query/house-number.ts';
import type { House, Position } from '../rows/geocoder-rows.ts';
import { fold } from '../text/fold.ts';

/** Where on its street a house is, and how that is known. */
export interface HousePosition extends Position {
  readonly level: 'house_number' | 'interpolated' | 'street';
  /** The postal code of the house itself, or null. */
  readonly postalCode: string | null;
  readonly source: string;
}

/** How far a known house may be from its position, in metres: at a door, or in the middle. */
export const houseAccuracyMetres = 15;
/** How far a street may go on beyond the houses that are known of it, in metres. */
export const beyondHouseMetres = 150;
/** Between houses further apart than this nothing is interpolated. */
const longestGapMetres = 400;
/** Houses further apart than this are at no corner; of a long street, this many are compared. */
const longestCornerMetres = 120;
const mostCornerHouses = 150;

/** The known house of that number. */
export function exactly(houses: readonly House[], asked: HouseNumber): HousePosition | undefined {
  const same = houses.filter(({ number }) => {
    const own = readHouseNumber(fold(number));
    return (
      own &&
      own.first <= asked.first &&
      asked.first <= own.last &&
      (own.first - asked.first) % 2 === 0 &&
      own.letter === asked.letter
    );
  });
  return (
    same[0] && {
      ...positionOfHouse(same[0]),
      level: 'house_number',
      accuracyMetres: houseAccuracyMetres,
      postalCode: same[0].postalCode,
      source: same[0].source,
    }
  );
}

/** A number between two known ones of its side is placed between them, in proportion. */
export function between(houses: readonly House[], asked: HouseNumber): HousePosition | undefined {
  const side = houses
    .map(house => ({ house, number: readHouseNumber(fold(house.number))?.first ?? 0 }))
    .filter(({ number }) => number > 0 && (number - asked.first) % 2 === 0)
    .sort((a, b) => a.number - b.number);
  const above = side.find(({ number }) => number >= asked.first);
  const below = side.findLast(({ number }) => number <= asked.first);
  if (!above || !below) return undefined;
  const gap = metresBetween(above.house, below.house);
  if (gap > longestGapMetres) return undefined;
  const share =
    above.number === below.number
      ? 0
      : (asked.first - below.number) / (above.number - below.number);
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    level: 'interpolated',
    latitude: mix(below.house.latitude, above.house.latitude),
    longitude: mix(below.house.longitude, above.house.longitude),
    accuracyMetres: Math.max(20, Math.round(gap / 2)),
    postalCode: below.house.postalCode === above.house.postalCode ? below.house.postalCode : null,
    source: below.house.source,
  };
}

/** Amid the known houses of a street. */
export function middle(houses: readonly House[]): HousePosition {
  const positions = houses.map(house => ({
    ...positionOfHouse(house),
    accuracyMetres: beyondHouseMetres,
  }));
  return {
    ...centralPosition(positions),
    level: 'street',
    postalCode: null,
    source: houses[0]!.source,
  };
}

/** A corner is between the two houses, one of each street, that are nearest to each other. */
export function cornerOf(
  first: readonly House[],
  second: readonly House[],
): HousePosition | undefined {
  const pairs = first
    .slice(0, mostCornerHouses)
    .flatMap(a =>
      second.slice(0, mostCornerHouses).map(b => ({ a, b, metres: metresBetween(a, b) })),
    );
  const nearest = pairs.toSorted((p, q) => p.metres - q.metres)[0];
  if (nearest === undefined || nearest.metres > longestCornerMetres) return undefined;
  const { a, b, metres } = nearest;
  return {
    level: 'street',
    latitude: (a.latitude + b.latitude) / 2,
    longitude: (a.longitude + b.longitude) / 2,
    accuracyMetres: Math.max(20, Math.round(metres)),
    postalCode: null,
    source: a.source,
  };
}

function positionOfHouse({ latitude, longitude }: House) {
  return { latitude, longitude };
}
