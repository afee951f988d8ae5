import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import {
  boundsOf,
  mapPositions,
  type PolygonGeometry,
  planarArea,
  polygonsOf,
  toWkt,
} from '#tools/geo/polygon.ts';
import type { CountWork } from '#tools/geo/sweep.ts';
import { type Cover, coveredArea } from './covered-area.ts';
import type { Run } from './piece.ts';
import { openParcelShares, type PlacedPiece } from './share.ts';

/** A building with what its source records; null for what is not known. */
export interface Building {
  readonly externalId: string | null;
  readonly name: string | null;
  /** The use, in the words of the source. */
  readonly use: string | null;
  /** Levels above the ground; halves are possible. */
  readonly levels: number | null;
  readonly heightMetres: number | null;
  readonly constructionYear: number | null;
  readonly material: string | null;
  /** The outline on the ground, in WGS84. */
  readonly geometry: PolygonGeometry;
}

/** A stored building. Ids change with each import. */
export interface SourcedBuilding extends Building {
  readonly id: number;
  readonly source: string;
}

/** A building, its area, and how much of it lies on the parcel; neither is rounded. */
export interface PlacedBuilding extends SourcedBuilding {
  /** Of its outline on the Greek Grid, as for parcels. */
  readonly footprintM2: number;
  /** The share of its footprint on the parcel; null without a parcel. */
  readonly share: number | null;
}

/** What stands at a place; its sums are rounded. */
export interface BuildingsAnswer {
  /** The largest on the parcel first. */
  readonly buildings: readonly PlacedBuilding[];
  /** How many neighbours lie on the parcel with a small part only. */
  readonly leftOut: number;
  /** What they cover together: of the parcel, or without one in all. */
  readonly footprintM2: number;
  /** How much more the sum of their footprints is, because they overlap. */
  readonly overlapM2: number;
  /** The share of the parcel that they cover; null without a parcel. */
  readonly coverage: number | null;
  /** An estimate, of those buildings whose levels are known; null if there are none. */
  readonly floorAreaM2: number | null;
  /**
   * The largest floor area that may stand there; null without buildings. A building that lies mostly
   * on the parcel counts as a whole.
   */
  readonly mostFloorAreaM2: number | null;
}

/** Values beyond these are mistakes, or no building. */
export const buildingLimits = {
  levels: { least: 0.5, most: 200 },
  heightMetres: { least: 0.5, most: 1_000 },
  constructionYear: { least: 1_000, most: 2_100 },
  positions: 5_000,
  metres: 5_000,
} as const;

/** Whether a box is too long for a building. Another kind of area would cover parcels as a whole. */
export function isTooLong({ west, east, south, north }: Box): boolean {
  const metres = metresPerDegree(south);
  const longest = Math.max((east - west) * metres.east, (north - south) * metres.north);
  return longest > buildingLimits.metres;
}

/**
 * A smaller part of a building on a smaller part of a parcel is a neighbour whose outline crosses the
 * border: cadastre and map differ by a metre or two.
 */
const leastPart = 0.05;

/** A building of another source with a larger share in common is the same building. */
const sameShare = 0.5;

/** How many floors a building without known levels has at most. */
const mostLevels = 12;

/** The area of a geometry on the Greek Grid, in m². */
export function gridArea(geometry: PolygonGeometry): number {
  return planarArea(mapPositions(geometry, toGreekGrid));
}

/** The buildings on a parcel. Those of the source that was loaded last come first in `found`. */
export function buildingsOnParcel(
  found: readonly SourcedBuilding[],
  parcel: PolygonGeometry,
  countWork?: CountWork,
): BuildingsAnswer {
  const parcelM2 = gridArea(parcel);
  const whole = [wholePiece(parcel)];
  const shareOf = (one: SourcedBuilding) => openParcelShares(one.geometry, countWork)(whole);
  const meeting = found
    .map(building => place(building, shareOf(building)))
    .filter(({ share }) => toMillionths(share!) > 0);
  const isNeighbour = (one: PlacedBuilding) =>
    one.share! < leastPart && areaHere(one) < leastPart * parcelM2;
  const buildings = newestOnly(
    meeting.filter(one => !isNeighbour(one)),
    countWork,
  );
  const answer = answerOf(buildings, parcel, countWork);
  return {
    ...answer,
    leftOut: meeting.filter(isNeighbour).length,
    coverage: toMillionths(Math.min(1, answer.footprintM2 / parcelM2)),
  };
}

/** The buildings that contain a point; mostly one. */
export function buildingsAt(
  found: readonly SourcedBuilding[],
  longitude: number,
  latitude: number,
  countWork?: CountWork,
): BuildingsAnswer {
  const around = found.filter(one => pointInPolygon([longitude, latitude], one.geometry));
  const buildings = newestOnly(
    around.map(one => place(one, null)),
    countWork,
  );
  return { ...answerOf(buildings, undefined, countWork), leftOut: 0, coverage: null };
}

function place(building: SourcedBuilding, share: number | null): PlacedBuilding {
  return { ...building, footprintM2: gridArea(building.geometry), share };
}

type Weight = Omit<Cover, 'outline'>;

/** Where buildings of a source overlap, the ground counts once, and the higher one has the floors. */
function answerOf(
  buildings: readonly PlacedBuilding[],
  parcel: PolygonGeometry | undefined,
  countWork: CountWork | undefined,
) {
  const known = buildings.filter(({ levels }) => levels !== null);
  const area = (counted: readonly PlacedBuilding[], coverOf: (one: PlacedBuilding) => Weight) => {
    const covers = counted.map(one => ({ outline: one.geometry, ...coverOf(one) }));
    return counted.length === 0 ? null : toHundredths(coveredArea(covers, parcel, countWork));
  };
  const footprintM2 = area(buildings, () => ({ weight: 1, isWhole: false })) ?? 0;
  return {
    buildings: buildings.toSorted((a, b) => areaHere(b) - areaHere(a) || a.id - b.id),
    footprintM2,
    overlapM2: toHundredths(Math.max(0, sum(buildings.map(areaHere)) - footprintM2)),
    floorAreaM2: area(known, ({ levels }) => ({ weight: levels!, isWhole: false })),
    mostFloorAreaM2: area(buildings, ({ levels, share }) => ({
      weight: levels ?? mostLevels,
      isWhole: toMillionths(share ?? 1) >= sameShare,
    })),
  };
}

/** The area of a building on the parcel; without a parcel all of it. */
function areaHere({ footprintM2, share }: PlacedBuilding): number {
  return footprintM2 * (share ?? 1);
}

/** The positions that an outline in an answer has at most. */
export const mostPositionsShown = 500;

/** The outline as well-known text in WGS84; null if it has too many positions to be shown. */
export function buildingWkt({ geometry }: Building): string | null {
  return polygonsOf(geometry).flat(2).length > mostPositionsShown ? null : toWkt(geometry, 7);
}

/** Leaves out what a source that was loaded later has too, so that no building counts twice. */
function newestOnly(found: readonly PlacedBuilding[], countWork?: CountWork): PlacedBuilding[] {
  if (new Set(found.map(({ source }) => source)).size < 2) return [...found];
  const kept: { readonly one: PlacedBuilding; readonly box: Box }[] = [];
  for (const one of found) {
    const box = boundsOf(one.geometry);
    const newer = kept.filter(
      other => other.one.source !== one.source && boxesOverlap(other.box, box),
    );
    const shareOf = openParcelShares(one.geometry, countWork);
    let common = 0;
    for (const other of newer) {
      common += shareOf([wholePiece(other.one.geometry)]);
      if (common > sameShare) break;
    }
    if (common <= sameShare) kept.push({ one, box });
  }
  return kept.map(({ one }) => one);
}

/** A geometry as one piece in the cell of the whole Earth. */
export function wholePiece(geometry: PolygonGeometry): PlacedPiece {
  const runs: Run[] = [];
  let first = 0;
  for (const positions of polygonsOf(geometry).flat()) {
    runs.push({ first, positions });
    first += positions.length;
  }
  const cell = { level: 0, column: 0, row: 0 };
  return { cell, shape: 'area', severity: 0, text: '', base: false, steps: [], runs };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** An area to the cm², as it is shown: more than outlines are exact. */
export function toHundredths(areaM2: number): number {
  return Math.round(areaM2 * 100) / 100;
}

/** A share as it is shown. */
export function toMillionths(share: number): number {
  return Math.round(share * 1e6) / 1e6;
}
