import { badData } from '#tools/errors.ts';
import { type PolygonGeometry, type Position, planarArea, polygonsOf } from '#tools/geo/polygon.ts';
import { assembleRings, nestRings } from '#tools/geo/rings/assemble-rings.ts';
import type { LinkedBoundary } from '../rows/geocoder-rows.ts';

/** A municipality of today with its border; also Mount Athos. */
export interface Municipality {
  /** The official name in the genitive, by which the gazetteer refers to it. */
  readonly id: string;
  /** The ministry's code of the municipality of 2010; five were split in 2019. Null for Mount Athos. */
  readonly code: string | null;
  /** The names of that, the official one first. */
  readonly namesOf2010: readonly string[];
  readonly regionalUnit: string;
  readonly geometry: PolygonGeometry;
}

/** How far a shipped border may be off, in metres. */
export const borderAccuracyMetres = 300;

/** An imported border with a smaller share of the shipped area was cut by the extract. */
const leastShare = 0.5;

/** The municipalities with the imported borders that no extract cut. */
export function withImportedBorders(
  all: readonly Municipality[],
  boundaries: readonly LinkedBoundary[],
): Municipality[] {
  const whole = boundaries.filter(({ kind }) => kind === 'municipality');
  const byId = new Map(whole.map(({ municipality, geometry }) => [municipality, geometry]));
  return all.map(one => {
    const own = byId.get(one.id);
    const isWhole = own && planarArea(own) > leastShare * planarArea(one.geometry);
    return isWhole ? { ...one, geometry: own } : one;
  });
}

/** The ground of some municipalities, without the borders between them. */
export function groundOf(some: readonly Municipality[]): PolygonGeometry {
  if (some.length === 1) return some[0]!.geometry;
  return enclosedBy(some.flatMap(({ geometry }) => polygonsOf(geometry).flat()));
}

/** The area that lines enclose; a line that occurs twice is no border. */
export function enclosedBy(lines: readonly (readonly Position[])[]): PolygonGeometry {
  const area = nestRings(assembleRings(lines).rings);
  if (area) return area;
  throw badData('borders of municipalities: too many lines to find what they enclose');
}
