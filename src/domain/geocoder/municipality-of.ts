import { earthPoint, metresBetween } from '#tools/geo/earth.ts';
import { type GeocoderIndex, postalCodeRow } from './index/build-index.ts';
import { isInNeighbour } from './index/indexed-boundaries.ts';
import type { GazetteerPlace } from './index/place-index.ts';
import { parse } from './query/parse.ts';
import type { Position } from './rows/geocoder-rows.ts';
import { memoized } from './text/fold.ts';
import { findTown, isSure, type Meaning } from './towns/town-names.ts';

/** The location of an address, as its source gives it. */
interface Whereabouts {
  /** The area it lies in by the source's own borders, the town it is addressed to, its code. */
  readonly area?: string | null;
  readonly city: string | null;
  readonly postalCode: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** Finds the id of the municipality an address belongs to; null outside Greece. */
export type MunicipalityOf = (address: Whereabouts) => string | null;

/** Further than this from every postal code's point, in metres, a position is not in Greece. */
const farthestMetres = 40_000;
/** A postal code or a town that lies further off than this, in metres, was written by mistake. */
const mistakeMetres = 20_000;

/**
 * By the postal code first, as the gazetteer's streets belong to their municipality by it. Then by
 * border, by town, and otherwise by the nearest postal code. A name counts only if a municipality
 * nearby has it.
 */
export function municipalityOf(index: GeocoderIndex): MunicipalityOf {
  const nearest = nearestCodes(index);
  const named = memoized(name => municipalitiesNamed(index, name));
  const byName = (name: string | null | undefined, point: Whereabouts) => {
    const known = name ? named(name) : undefined;
    return known?.size ? nearest(point, mistakeMetres, known) : undefined;
  };
  return address => {
    if (isInNeighbour(index.neighbours, address)) return null;
    const code = postalCodeRow(index, address.postalCode);
    if (code && metresBetween(code, address) <= mistakeMetres) return code.municipality;
    return (
      byName(address.area, address) ??
      byName(address.city, address) ??
      nearest(address, farthestMetres) ??
      null
    );
  };
}

/** The municipalities that a name may mean; a great city's is also that of its basin. */
function municipalitiesNamed(index: GeocoderIndex, name: string): ReadonlySet<string> {
  const plain = name.replace(/^\s*(Δήμος|Δ\.|Municipality of)\s+/iu, '');
  const words = parse(plain, () => false).groups.flatMap(group => group.words);
  const found = findTown(index.places, words)?.municipalities ?? new Set<number>();
  const rows = [...found].map(i => index.municipalities[i]!);
  const cities = new Set(rows.map(({ nominative }) => nominative));
  const around = index.municipalities.filter(({ basin }) => basin !== null && cities.has(basin));
  return new Set([...rows, ...around].map(({ id }) => id));
}

/** Finds the municipality of the nearest postal code, of all or of some municipalities. */
function nearestCodes({ postalCodes }: GeocoderIndex) {
  const points = postalCodes.map(code => earthPoint(code.latitude, code.longitude));
  return (at: Whereabouts, withinMetres: number, among?: ReadonlySet<string>) => {
    const { x, y, z } = earthPoint(at.latitude, at.longitude);
    let best: string | undefined;
    let least = withinMetres ** 2;
    points.forEach((point, i) => {
      const squared = (point.x - x) ** 2 + (point.y - y) ** 2 + (point.z - z) ** 2;
      if (squared > least) return;
      const { municipality } = postalCodes[i]!;
      if (among?.has(municipality) ?? true) [best, least] = [municipality, squared];
    });
    return best;
  };
}

/** Finds the positions of the postal codes in some regional units; cached. */
export function openUnitPositions(index: GeocoderIndex) {
  const known = new Map<string, readonly Position[]>();
  const unitOf = new Map(index.municipalities.map(({ id, regionalUnit }) => [id, regionalUnit]));
  return (regionalUnits: readonly string[]): readonly Position[] => {
    const key = regionalUnits.join();
    const positions =
      known.get(key) ??
      index.postalCodes.filter(({ municipality }) =>
        regionalUnits.includes(unitOf.get(municipality) ?? ''),
      );
    known.set(key, positions);
    return positions;
  };
}

/**
 * The positions of the postal codes in the regional unit or region that a name means: `Ν. Αττικής`.
 * Empty if the name is not known, or may mean a town.
 */
export function positionsOfArea(index: GeocoderIndex, name: string): readonly Position[] {
  const meaning = areaNamed(index, name, ['regional_unit', 'region']);
  if (!meaning || !isSure(meaning)) return [];
  const ids = new Set([...meaning.municipalities].map(i => index.municipalities[i]!.id));
  return index.postalCodes.filter(({ municipality }) => ids.has(municipality));
}

/** The regional units in the unit, prefecture or region of a name: `Ηλείας`, `Κυκλάδες`. */
export function unitsOfArea(index: GeocoderIndex, name: string): string[] {
  const kinds = ['regional_unit', 'region', 'landscape'] as const;
  const meaning = areaNamed(index, `νομός ${name}`, kinds);
  const units = [...(meaning?.municipalities ?? [])].map(
    i => index.municipalities[i]!.regionalUnit,
  );
  return [...new Set(units)];
}

function areaNamed(
  { places }: GeocoderIndex,
  name: string,
  kinds: readonly GazetteerPlace['kind'][],
): Meaning | undefined {
  const words = parse(name, () => false).groups.flatMap(group => group.words);
  const meaning = findTown(places, words);
  const isArea = meaning?.places.every(place => kinds.includes(places.places[place]!.kind));
  return isArea ? meaning : undefined;
}
