import { finestDetail } from '#domain/map/detail.ts';
import type { MapFeature, MapRow } from '#domain/map/map-feature.ts';
import { firstCoveredDetail, type LandIn, openLand, seaAround } from '#domain/map/shipped-land.ts';
import type { Box } from '#tools/geo/box.ts';
import { clipLine, type Flat, toPositions } from '#tools/geo/clip.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { boundsOf, type PolygonGeometry, type Position } from '#tools/geo/polygon.ts';
import type { Tally } from '../../report.ts';
import { type ClosedCoast, closeCoast } from './close-coast.ts';
import { type KnownLand, rimsOf } from './coast-rim.ts';
import { generalise } from './generalise.ts';

/*
 * The land of an extract is made square by square, of the coastline through each square and its
 * neighbours. So a mistake costs the squares around it, not the country: they keep the land that
 * ships. It also works for extracts that are cut along a border, whose coastline ends anywhere.
 */

/** Squares in a degree: about three kilometres each. */
const perDegree = 32;
/** Nodes have seven decimals: moved by half a step, the border of a square has none on it. */
const halfStep = 0.5e-7;

/** Limits of memory and work: points of the whole coastline, and squares that a segment may reach. */
const mostPoints = 4_000_000;
const mostSquares = 400;

/** The land that ships, with which the land of an import is compared and joined. */
export interface ShippedLand {
  /** Whether it is at a position; undefined where nothing ships. */
  isLandAt(position: Position): boolean | undefined;
  readonly landIn: LandIn;
}

/** What is outside of the box around it is not known. */
export function openShippedLand(land: PolygonGeometry): ShippedLand {
  const areas = packAreas([land]);
  const { west, south, east, north } = boundsOf(land);
  return {
    isLandAt([x, y]) {
      const isKnown = x > west && x < east && y > south && y < north;
      return isKnown ? areasAt(areas, x, y).length > 0 : undefined;
    },
    landIn: openLand(land),
  };
}

const nothingShips: ShippedLand = { isLandAt: () => undefined, landIn: () => [] };

/** Positions in a row of a square at which its land is compared with the land that ships. */
const samples = 6;
/**
 * The least share that must agree: with a coastline in the square, less is only possible if it runs
 * the wrong way round; without one, the square must be known to be all land or all sea.
 */
const leastAgreement = { coast: 0.25, none: 0.9 };

interface Square {
  readonly lines: Flat[];
  /** The way and the segment that were added last, so that the next one continues the line. */
  last: readonly [way: object, segment: number] | undefined;
  /** Whether nodes of a coastline in it are missing. */
  isCut: boolean;
}

/** Gathers the coastlines of an import and makes land of them. */
export function openCoast() {
  const squares = new Map<number, Square>();
  let points = 0;
  let isTooLarge = false;
  const add = (line: readonly Position[], isCut: boolean) => {
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1]!, line[i]!];
      const reached = squaresAround(a, b);
      points += reached.length;
      isTooLarge ||= points > mostPoints || reached.length === 0;
      if (isTooLarge) return squares.clear();
      for (const key of reached) addSegment(squares, key, [line, i], isCut);
    }
  };
  return {
    add,
    /** The rows of land and of what is covered; notes what is wrong with the coastline. */
    *rows(
      bounds: readonly Box[],
      tally: Pick<Tally, 'note'>,
      shipped: ShippedLand = nothingShips,
    ): Generator<MapRow> {
      if (isTooLarge) tally.note(`the coastline is too large${keptLand}`, `${points} points`);
      const known: KnownLand[] = [];
      for (const within of bounds) {
        const found = landWithin(squares, within, tally, shipped);
        for (const [key, one] of found) yield* rowsOf(`${columnOf(key)} ${rowOf(key)}`, one);
        known.push(...found.values());
      }
      let count = 0;
      for (const rim of rimsOf(known, shipped.landIn)) {
        yield* rowsOf(`rim ${++count}`, rim);
      }
    },
  };
}

const keptLand = '; the land that ships is drawn there';

function addSegment(
  squares: Map<number, Square>,
  key: number,
  [line, i]: readonly [line: readonly Position[], segment: number],
  isCut: boolean,
): void {
  let square = squares.get(key);
  if (!square) {
    square = { lines: [], last: undefined, isCut: false };
    squares.set(key, square);
  }
  const continues = square.last?.[0] === line && square.last[1] === i - 1;
  if (continues) square.lines.at(-1)!.push(...line[i]!);
  else square.lines.push([...line[i - 1]!, ...line[i]!]);
  square.last = [line, i];
  square.isCut ||= isCut;
}

/** A number for a column and a row. */
const rowsRange = 2 ** 14;
const keyAt = (column: number, row: number) => column * rowsRange + row + rowsRange / 2;
const columnOf = (key: number) => Math.floor(key / rowsRange);
const rowOf = (key: number) => key - columnOf(key) * rowsRange - rowsRange / 2;

/** The squares that a segment may reach; none if they are too many. */
function squaresAround([ax, ay]: Position, [bx, by]: Position): number[] {
  const first = (a: number, b: number) => Math.floor(Math.min(a, b) * perDegree - 1e-4);
  const last = (a: number, b: number) => Math.floor(Math.max(a, b) * perDegree + 1e-4);
  const [west, east, south, north] = [first(ax, bx), last(ax, bx), first(ay, by), last(ay, by)];
  const keys: number[] = [];
  if ((east - west + 1) * (north - south + 1) > mostSquares) return keys;
  for (let column = west; column <= east; column++) {
    for (let row = south; row <= north; row++) keys.push(keyAt(column, row));
  }
  return keys;
}

/** The part of a square inside bounds; undefined if there is none. */
function boxOf(key: number, bounds: Box): Box | undefined {
  const [west, south] = [columnOf(key) / perDegree, rowOf(key) / perDegree];
  const box = {
    west: Math.max(west, bounds.west) + halfStep,
    south: Math.max(south, bounds.south) + halfStep,
    east: Math.min(west + 1 / perDegree, bounds.east) + halfStep,
    north: Math.min(south + 1 / perDegree, bounds.north) + halfStep,
  };
  return box.west < box.east && box.south < box.north ? box : undefined;
}

/** The squares whose land is known: those with a coastline, and those beside them. */
function landWithin(
  squares: ReadonlyMap<number, Square>,
  bounds: Box,
  tally: Pick<Tally, 'note'>,
  shipped: ShippedLand,
): Map<number, KnownLand> {
  const known = new Map<number, KnownLand>();
  const coasts = new Map<number, ClosedCoast>();
  const broken = new Set<number>();
  const refuse = (key: number, problem: string, [longitude, latitude]: Position) => {
    broken.add(key);
    tally.note(`${problem}${keptLand}`, `at latitude ${latitude}, longitude ${longitude}`);
  };
  for (const [key, { lines, isCut }] of squares) {
    const box = boxOf(key, bounds);
    const coast = box && closeCoast(lines, box);
    if (!coast) continue;
    const near: Position = [lines[0]![0]!, lines[0]![1]!];
    if (isCut) refuse(key, 'nodes of the coastline are not in the file', near);
    else if ('problem' in coast) refuse(key, coast.problem, coast.at);
    else if (agreement(coast.land, box, shipped) < leastAgreement.coast) {
      refuse(key, 'the coastline runs the wrong way round', near);
    } else {
      coasts.set(key, coast);
      const inside = lines.flatMap(line => clipLine(line, box));
      known.set(key, { box, land: coast.land, coast: inside });
    }
  }
  for (const [key, isLand] of beside(coasts, broken)) {
    const box = boxOf(key, bounds);
    const land = box && isLand ? (seaAround(box).geometry as PolygonGeometry) : undefined;
    if (box && agreement(land, box, shipped) >= leastAgreement.none) {
      known.set(key, { box, land, coast: [] });
    }
  }
  return known;
}

/** The squares without a coastline beside those with one, and whether they are land. */
function beside(
  coasts: ReadonlyMap<number, ClosedCoast>,
  broken: ReadonlySet<number>,
): Map<number, boolean> {
  const found = new Map<number, boolean>();
  const unsure = new Set<number>();
  for (const [key, { corners }] of coasts) {
    for (const [x, y, corner] of steps) {
      const other = keyAt(columnOf(key) + x, rowOf(key) + y);
      if (coasts.has(other) || broken.has(other)) continue;
      const isLand = corners[corner]!;
      if ((found.get(other) ?? isLand) !== isLand) unsure.add(other);
      found.set(other, isLand);
    }
  }
  for (const key of found.keys()) {
    const isBesideBroken = steps.some(([x, y]) =>
      broken.has(keyAt(columnOf(key) + x, rowOf(key) + y)),
    );
    if (isBesideBroken || unsure.has(key)) found.delete(key);
  }
  return found;
}

/** The eight neighbours of a square, each with the number of a corner that both have. */
const steps: readonly (readonly [x: number, y: number, corner: number])[] = [
  [-1, -1, 0],
  [0, -1, 1],
  [1, -1, 1],
  [1, 0, 2],
  [1, 1, 2],
  [0, 1, 3],
  [-1, 1, 3],
  [-1, 0, 0],
];

/** The share of positions in a box at which land and the land that ships agree; 1 if none ships. */
function agreement(
  land: PolygonGeometry | undefined,
  { west, south, east, north }: Box,
  { isLandAt }: ShippedLand,
): number {
  let [agreed, compared] = [0, 0];
  for (let i = 0; i < samples ** 2; i++) {
    const [column, row] = [i % samples, Math.floor(i / samples)];
    const position: Position = [
      west + ((column + 0.5) / samples) * (east - west),
      south + ((row + 0.5) / samples) * (north - south),
    ];
    const shipped = isLandAt(position);
    if (shipped === undefined) continue;
    compared++;
    if (shipped === (land !== undefined && pointInPolygon(position, land))) agreed++;
  }
  return compared === 0 ? 1 : agreed / compared;
}

/** A box as sea, which replaces what ships there, and what is drawn in it. */
function* rowsOf(name: string, { box, land, coast }: KnownLand) {
  const sea: MapFeature = { ...seaAround(box), externalId: `sea ${name}` };
  const inside: MapFeature[] = [];
  if (land) {
    const externalId = `land ${name}`;
    inside.push({ ...sea, externalId, layer: 'land', kind: 'land', geometry: land });
  }
  for (const [i, line] of coast.entries()) {
    const geometry = { type: 'LineString', coordinates: toPositions(line) } as const;
    const externalId = `coast ${name} ${i}`;
    inside.push({ ...sea, externalId, layer: 'waterway', kind: 'coastline', geometry });
  }
  for (let detail = firstCoveredDetail; detail <= finestDetail; detail++) {
    yield { ...sea, detail };
    for (const feature of inside) {
      const geometry = generalise(feature.geometry, detail);
      if (geometry) yield { ...feature, geometry, detail };
    }
  }
}
