import type { PostalCodeRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { earthPoint } from '#tools/geo/earth.ts';
import type { Cells } from '../shipped-table.ts';

/** A postal code of the gazetteer. */
export interface CodePosition {
  readonly postalCode: string;
  readonly municipality: string;
  readonly locality: string | null;
  readonly latitude: number;
  readonly longitude: number;
}

/** Our correction of a postal code. */
export interface Correction extends Omit<CodePosition, 'locality'> {
  readonly regionalUnit: string;
  readonly region: string;
  readonly accuracyMetres: number;
}

/** A row of postal-codes.csv. */
export function toCorrection(cells: Cells): Correction {
  return {
    postalCode: cells.text('postal_code'),
    municipality: cells.text('municipality'),
    regionalUnit: cells.text('regional_unit'),
    region: cells.text('region'),
    latitude: cells.number('latitude'),
    longitude: cells.number('longitude'),
    accuracyMetres: cells.number('accuracy_m'),
  };
}

/** Limits, in metres, of the distance from a postal code's point to its addresses. */
const leastAccuracy = 300;
const mostAccuracy = 15_000;

/**
 * Adds positions and accuracies to postal codes. The gazetteer has a point but no area, so the
 * accuracy is the distance to the third nearest code. A code that has streets but no point takes the
 * point of its neighbour by number (same first four digits), with three times its accuracy in metres.
 */
export function completePostalCodes(
  positions: readonly CodePosition[],
  corrections: readonly Correction[],
  used: readonly string[],
): PostalCodeRow[] {
  const corrected = new Map(corrections.map(row => [row.postalCode, row]));
  const reaches = reachesOf(positions);
  const source = 'gazetteer';
  const known = positions.map((row, i) => {
    const better = corrected.get(row.postalCode);
    if (better !== undefined) return { ...toCode(better), source };
    return { ...row, locality: quarterOf(row), accuracyMetres: reaches[i]!, source };
  });
  const byCode = new Map<string, PostalCodeRow>(known.map(row => [row.postalCode, row]));
  for (const code of new Set(used)) {
    const better = corrected.get(code);
    const row = byCode.get(code) ?? (better ? { ...toCode(better), source } : guess(code, known));
    if (row !== undefined) byCode.set(code, row);
  }
  return [...byCode.values()];
}

function toCode(correction: Correction) {
  const { postalCode, municipality, latitude, longitude, accuracyMetres } = correction;
  return { postalCode, municipality, locality: null, latitude, longitude, accuracyMetres };
}

function guess(code: string, known: readonly PostalCodeRow[]): PostalCodeRow | undefined {
  const shared = (length: number) =>
    known.find(row => row.postalCode.slice(0, length) === code.slice(0, length));
  const neighbour = shared(4) ?? shared(3);
  if (neighbour === undefined) return undefined;
  const accuracyMetres = Math.min(3 * neighbour.accuracyMetres, mostAccuracy);
  return { ...neighbour, postalCode: code, locality: null, accuracyMetres };
}

/** `Συνοικία Κολωνακίου` becomes Κολωνακίου; numbered districts and the town itself become null. */
function quarterOf({ locality, municipality }: CodePosition): string | null {
  const plain = locality?.replace(/^(?:Συνοικία|Κ\.)\s+/, '') ?? null;
  const name = /^([^(]*)\(.*\)$/.exec(plain ?? '')?.[1]?.trimEnd() ?? plain;
  return name === null || /^\d/.test(name) || name === municipality ? null : name;
}

function reachesOf(positions: readonly CodePosition[]): number[] {
  const points = positions.map(row => earthPoint(row.latitude, row.longitude));
  return points.map(a => {
    const nearest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const b of points) {
      const squared = (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2;
      if (b === a || squared >= nearest[2]!) continue;
      nearest[2] = squared;
      nearest.sort((p, q) => p - q);
    }
    const reach = Math.round(Math.sqrt(nearest[2]!));
    return Math.min(Math.max(reach, leastAccuracy), mostAccuracy);
  });
}
