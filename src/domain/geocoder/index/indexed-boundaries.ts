import { nearestOnLine } from '#tools/geo/earth.ts';
import { type Areas, areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { planarArea } from '#tools/geo/polygon.ts';
import type { LinkedBoundary, NeighbourRows } from '../rows/geocoder-rows.ts';

/** The borders of municipalities and municipal units, to find what holds a point. */
export interface Boundaries {
  readonly areas: Areas;
  /** Of each area, the position of its municipality in the list of municipalities. */
  readonly municipality: Int16Array;
  /** 1 where the area is the municipality itself, 0 for a part of it. */
  readonly isWhole: Uint8Array;
}

/**
 * The boundaries that the index keeps: those of municipalities that the gazetteer has, and of their
 * units. Regional units and regions are lists of municipalities, so their borders add nothing.
 */
export function keptBoundaries(rows: readonly LinkedBoundary[] = []): LinkedBoundary[] {
  const kept = rows.filter(
    ({ kind, municipality }) =>
      municipality !== null && (kind === 'municipality' || kind === 'municipal_unit'),
  );
  return smallestFirst(kept);
}

/**
 * The smallest first: of two that hold a point, the larger one may lack a hole that the extract
 * cuts.
 */
function smallestFirst(rows: readonly LinkedBoundary[]): LinkedBoundary[] {
  return rows
    .map(row => ({ row, area: planarArea(row.geometry) }))
    .sort((a, b) => a.area - b.area)
    .map(({ row }) => row);
}

/** Packs the boundaries; their positions in the list are the numbers of the areas. */
export function buildBoundaries(
  kept: readonly LinkedBoundary[],
  municipalityNumber: ReadonlyMap<string, number>,
): Boundaries {
  return {
    areas: packAreas(kept.map(({ geometry }) => geometry)),
    municipality: Int16Array.from(kept, row => municipalityNumber.get(row.municipality!) ?? -1),
    isWhole: Uint8Array.from(kept, ({ kind }) => Number(kind === 'municipality')),
  };
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The municipality whose border holds a point; undefined where none does. */
export function municipalityAt(
  { areas, municipality, isWhole }: Boundaries,
  { latitude, longitude }: Point,
): number | undefined {
  const area = areasAt(areas, longitude, latitude).find(number => isWhole[number] === 1);
  return area === undefined ? undefined : municipality[area]!;
}

/** Whether a border holds a point. */
export function boundaryHolds(
  { areas }: Boundaries,
  boundary: number,
  { latitude, longitude }: Point,
): boolean {
  return areasAt(areas, longitude, latitude).includes(boundary);
}

/** The countries beside Greece, to ask whether a point is there. */
export interface Neighbours {
  readonly land: Areas;
  readonly border: NeighbourRows['border'];
}

/** Where the shipped border is in error, it is off by less than this, in metres. */
const borderErrorMetres = 3_000;

/** Packs the countries beside Greece; without rows every point may be in Greece. */
export function buildNeighbours({ land, border }: NeighbourRows = { land: [], border: [] }) {
  return { land: packAreas(land), border };
}

/** Whether a point is in another country for certain. */
export function isInNeighbour(
  { land, border }: Neighbours,
  { latitude, longitude }: Point,
): boolean {
  if (areasAt(land, longitude, latitude).length === 0) return false;
  return border.every(line => nearestOnLine(latitude, longitude, line).metres > borderErrorMetres);
}
