import { metresBetween } from '#tools/geo/earth.ts';
import { type Areas, areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import type { GeocoderIndex } from '../index/build-index.ts';
import { ownPositionMetres } from '../index/central-position.ts';
import { isInNeighbour, municipalityAt } from '../index/indexed-boundaries.ts';
import { buildNamedPlaces, type NamedPlaces } from '../index/indexed-named-places.ts';
import type { BoundaryRow, NamedPlaceRow, SettlementRow } from '../rows/country-rows.ts';
import type {
  GeocoderRows,
  LinkedBoundary,
  MunicipalityRow,
  PostalCodeRow,
} from '../rows/geocoder-rows.ts';
import { nameKey } from '../text/stem.ts';
import { mergeSettlements } from './merge-settlements.ts';
import { municipalityFinder, nearestFinder } from './municipality-at.ts';

/** The imported rows of the country besides addresses and named places. */
export interface Country {
  readonly settlements: readonly SettlementRow[];
  readonly boundaries: readonly BoundaryRow[];
}

/** The gazetteer's rows with imported settlements and boundaries. */
export function addCountry(gazetteer: GeocoderRows, country: Country): GeocoderRows {
  const boundaries = linkBoundaries(country.boundaries, gazetteer);
  const municipalityAt = municipalityFinder(
    boundaries,
    gazetteer.postalCodes,
    gazetteer.localities,
    gazetteer.neighbours,
  );
  const merged = mergeSettlements(gazetteer, country.settlements, municipalityAt);
  return { ...gazetteer, ...merged, boundaries };
}

/**
 * Packs named places for an index. Each belongs to the municipality whose border holds it, else to
 * that of the nearest settlement or postal code; those far from Greece are left out.
 */
export function packNamedPlaces(index: GeocoderIndex, rows: readonly NamedPlaceRow[]): NamedPlaces {
  const numbers = new Map(index.municipalities.map(({ id }, i) => [id, i]));
  const settlements = index.places.places.filter(
    ({ kind, accuracyMetres }) => kind === 'settlement' && accuracyMetres <= ownPositionMetres,
  );
  const known = [...settlements, ...index.postalCodes];
  const nearest = nearestFinder(known, i => {
    const { municipality } = known[i]!;
    return typeof municipality === 'number' ? municipality : numbers.get(municipality)!;
  });
  return buildNamedPlaces(
    rows.flatMap(row => {
      const held = municipalityAt(index.boundaries, row);
      const municipality =
        held ?? (isInNeighbour(index.neighbours, row) ? undefined : nearest(row));
      return municipality === undefined ? [] : [{ ...row, municipality }];
    }),
    index.municipalities,
  );
}

/** The rows that decide which municipality an area is. */
interface KnownMunicipalities {
  readonly municipalities: readonly MunicipalityRow[];
  readonly postalCodes: readonly PostalCodeRow[];
}

/** Words before and behind the name of an area. */
const prefix = /^(?:Δήμος|Δ\.|Δημοτική Ενότητα|Δ\.\s?Ε\.|Municipality of|Municipal Unit of)\s+/iu;
const suffix = /\s(?:Municipality|Municipal Unit)$/iu;

/** The name of a municipality or municipal unit without the word for it. */
export function plainName(name: string): string {
  return name.trimStart().replace(prefix, '').trimEnd().replace(suffix, '').trimEnd();
}

/** How much the main town of a municipality counts beside its postal codes. */
const seatVotes = 3;

/**
 * Boundaries with the municipality of the gazetteer that each is or lies in. A municipality is the
 * one of that name with most of its postal codes and its main town inside. If no name fits, it is
 * the one with more than half of them inside. A municipal unit belongs to the municipality whose
 * border is around it, else to the one with most postal codes in it. Otherwise null.
 */
export function linkBoundaries(
  boundaries: readonly BoundaryRow[],
  known: KnownMunicipalities,
): LinkedBoundary[] {
  const areas = packAreas(boundaries.map(({ geometry }) => geometry));
  const votes = votesOf(areas, boundaries.length, known);
  const named = municipalitiesByName(known.municipalities);
  const municipalities = boundaries.map((boundary, i) => {
    if (boundary.kind !== 'municipality') return null;
    const own = namesOf(boundary).flatMap(name => named.get(nameKey(name)) ?? []);
    const inside = votes[i]!;
    return best(inside, own) ?? mostly(inside, known) ?? onlyNear(boundary, own, known);
  });
  return boundaries.map((boundary, i): LinkedBoundary => {
    const around = areasAt(areas, boundary.longitude, boundary.latitude);
    const municipality =
      boundary.kind === 'municipal_unit'
        ? (around.map(area => municipalities[area]!).find(id => id !== null) ?? most(votes[i]!))
        : municipalities[i]!;
    const { kind, geometry } = boundary;
    return { kind, names: namesOf(boundary), municipality, geometry };
  });
}

function namesOf({ name, otherNames }: BoundaryRow): string[] {
  return [name, ...otherNames].map(plainName);
}

/** How many postal codes of each municipality lie in a boundary. */
type Votes = Map<string, number>;

function votesOf(areas: Areas, count: number, known: KnownMunicipalities): Votes[] {
  const votes = Array.from({ length: count }, (): Votes => new Map());
  const vote = (point: { latitude: number; longitude: number }, id: string, weight: number) => {
    for (const area of areasAt(areas, point.longitude, point.latitude)) {
      const inside = votes[area]!;
      inside.set(id, (inside.get(id) ?? 0) + weight);
    }
  };
  for (const code of known.postalCodes) vote(code, code.municipality, 1);
  for (const { id, seat } of known.municipalities) if (seat) vote(seat, id, seatVotes);
  return votes;
}

function municipalitiesByName(municipalities: readonly MunicipalityRow[]) {
  const named = new Map<string, string[]>();
  for (const { id, nominative, english, otherNames } of municipalities) {
    for (const key of new Set([id, nominative, english, ...otherNames].map(nameKey))) {
      named.set(key, [...(named.get(key) ?? []), id]);
    }
  }
  return named;
}

/** Of the municipalities of that name the one with most inside. */
function best(inside: Votes, own: readonly string[]): string | undefined {
  const votes = (id: string) => inside.get(id) ?? 0;
  const [first] = own.toSorted((a, b) => votes(b) - votes(a));
  return first !== undefined && votes(first) > 0 ? first : undefined;
}

/** An island whose postal code has a point on the mainland is this near to it, in metres. */
const nearMetres = 50_000;

/** The only municipality of that name, if it is near. */
function onlyNear(
  boundary: BoundaryRow,
  own: readonly string[],
  { municipalities, postalCodes }: KnownMunicipalities,
): string | null {
  const [id, ...others] = new Set(own);
  if (id === undefined || others.length > 0) return null;
  const seat = municipalities.find(row => row.id === id)?.seat;
  const points = [...postalCodes.filter(code => code.municipality === id), ...(seat ? [seat] : [])];
  return points.some(point => metresBetween(point, boundary) <= nearMetres) ? id : null;
}

/** The municipality with more than half of all that lies inside. */
function most(inside: Votes): string | null {
  const all = [...inside.values()].reduce((sum, count) => sum + count, 0);
  return [...inside].find(([, votes]) => votes > all / 2)?.[0] ?? null;
}

/** The same, if more than half of its postal codes lie inside as well. */
function mostly(inside: Votes, { postalCodes }: KnownMunicipalities): string | null {
  const id = most(inside);
  const codes = postalCodes.filter(code => code.municipality === id).length;
  return id !== null && inside.get(id)! > codes / 2 ? id : null;
}
