import { metresBetween, type NearestOnLine, nearestOnLine } from '#tools/geo/earth.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { isWithin } from './index/central-position.ts';
import { positionOfStreet } from './index/indexed-streets.ts';
import { listOf } from './index/postings.ts';
import { strict } from './match/look-up-words.ts';
import { nameFinder } from './match/name-fit.ts';
import { parse } from './query/parse.ts';
import type { StreetLine } from './rows/geocoder-rows.ts';
import { unlimited } from './score/budget.ts';
import { streetKey } from './text/fold.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A street of the index whose line is near a point. */
export interface NearStreet extends NearestOnLine {
  readonly street: number;
  /** How much further the line of the next street is, in metres; Infinity without another. */
  readonly leadMetres: number;
}

/** A path counts as so much further away, in metres: the street beside a park is the address. */
const pathMetres = 10;

/**
 * The street whose line is nearest to a point, within some metres. Only streets of the index count,
 * so that a search by its name finds the same street.
 */
export function nearestStreetLine(
  index: GeocoderIndex,
  point: Point,
  lines: readonly StreetLine[],
  mostMetres: number,
): NearStreet | undefined {
  let best: (NamedPoint & { street: number }) | undefined;
  for (const line of nearestOfEachName(point, lines)) {
    if (line.metres > mostMetres) continue;
    // A street that cannot be searched is no rival either: its name is in no address.
    const street = streetNamed(index, line.name, point);
    if (street === undefined || street === best?.street) continue;
    if (best) return { ...best, leadMetres: line.rank - best.rank };
    best = { ...line, street };
  }
  return best && { ...best, leadMetres: Number.POSITIVE_INFINITY };
}

interface NamedPoint extends NearestOnLine {
  readonly name: string;
  readonly rank: number;
}

function nearestOfEachName(point: Point, lines: readonly StreetLine[]): NamedPoint[] {
  const byName = new Map<string, NamedPoint>();
  for (const { name, isPath, course } of lines) {
    const nearest = nearestOnLine(point.latitude, point.longitude, course);
    const rank = nearest.metres + (isPath ? pathMetres : 0);
    if (rank < (byName.get(name)?.rank ?? Number.POSITIVE_INFINITY)) {
      byName.set(name, { ...nearest, name, rank });
    }
  }
  return [...byName.values()].sort((a, b) => a.rank - b.rank);
}

/** The street of exactly this name at a point: of several, and of its stretches, the nearest. */
function streetNamed(index: GeocoderIndex, name: string, point: Point): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  const key = streetKey(name, '');
  for (const street of streetsLike(index, name, text => streetKey(text, '') === key)) {
    const at = positionOfStreet(index, street);
    // As for its houses: a town may have two streets of one name.
    if (!isWithin(at, point, 2 * at.accuracyMetres + 1_000)) continue;
    const metres = metresBetween(at, point);
    if (metres < least) [best, least] = [street, metres];
  }
  return best;
}

/** The streets that have a name like this one, of those names that are accepted. */
export function streetsLike(
  index: GeocoderIndex,
  name: string,
  accepts: (text: string) => boolean = () => true,
): number[] {
  const { groups } = parse(name, () => false);
  const words = groups.flatMap(group => group.words);
  const numbers = groups.flatMap(group => group.numbers);
  const type = groups.find(group => group.type !== undefined)?.type;
  const names = nameFinder(index.names, strict, unlimited)({ words, numbers, type });
  return names
    .filter(match => accepts(index.names.texts[match.name]!))
    .flatMap(match => [...listOf(index.streets.ofName, match.name)]);
}
