import { areaOf, measureArea } from '#domain/grids/area.ts';
import { type Grid, groundAt, mayMeet, sizeOfLevel, toCells, toGrids } from '#domain/grids/grid.ts';
import { elevation, type GridKind, gridKinds } from '#domain/grids/kind.ts';
import { typeOfLevel, unpackSquare } from '#domain/grids/square.ts';
import {
  type CellBox,
  copySquare,
  emptyWindow,
  gradientAt,
  interpolate,
  type Slope,
  slopeOf,
  squaresOf,
  valueAt,
  type Window,
} from '#domain/grids/window.ts';
import { type Parcel, parcelPoint } from '#domain/property/parcels.ts';
import type { StoreReader } from '#storage/store/store.ts';
import { noneOf } from '#tools/errors.ts';
import { boundsOf, type PolygonGeometry } from '#tools/geo/polygon.ts';
import { accuracyOf, type Section, type Subject } from './subject.ts';

/** What is known of a place in a grid. */
export const gridResults = [
  'measured',
  'partly_measured',
  'no_data',
  'outside',
  'not_loaded',
] as const;
export type GridResult = (typeof gridResults)[number];

/** What one source says of a place. */
export interface GridAnswer {
  readonly kind: GridKind;
  readonly result: GridResult;
  /** The grid that the values are from, else any of the source; null if none is loaded. */
  readonly grid: Grid | null;
  /** At the point, or the mean of the area; null for classes of an area. */
  readonly value: number | null;
  readonly range: GridRange | null;
  /** Of the cells that were read. */
  readonly resolutionMetres: number | null;
  readonly isCoarser: boolean;
  readonly slope: Slope | null;
}

/** The values in an area. */
export interface GridRange {
  readonly min: number;
  readonly max: number;
  readonly measuredShare: number;
  readonly above: readonly { readonly step: number; readonly share: number }[];
}

/** The loaded grids, those of a source together. */
export async function readGridSources(store: StoreReader): Promise<Grid[][]> {
  const grids = toGrids(await store.storedGrids());
  return [...Map.groupBy(grids, ({ sourceId }) => sourceId).values()];
}

/** The values at a point, of each loaded source. */
export function gridsAtPoint(
  store: StoreReader,
  latitude: number,
  longitude: number,
  kinds?: readonly string[],
): Promise<GridAnswer[]> {
  return answers(store, kinds, grids => answerAt(store, grids, latitude, longitude));
}

/** The values in a parcel. One without the centre of a cell has the value at its point. */
export function gridsOfParcel(
  store: StoreReader,
  parcel: Parcel,
  kinds?: readonly string[],
  steps: readonly number[] = [],
): Promise<GridAnswer[]> {
  const { latitude, longitude } = parcelPoint(parcel);
  return answers(store, kinds, async grids => {
    const found = await answerIn(store, grids, parcel.geometry, steps);
    if (found) return found;
    const at = await answerAt(store, grids, latitude, longitude);
    if (at.value === null) return at;
    const above = steps.map(step => ({ step, share: at.value! > step ? 1 : 0 }));
    return { ...at, range: { min: at.value, max: at.value, measuredShare: 1, above } };
  });
}

/** A value at a position that is known worse says little about a property. */
const mostGridAccuracyMetres = 200;

/** The values for the property of a report: of the parcel of a code, else at an exact position. */
export async function gridsOfSubject(
  store: StoreReader,
  subject: Subject,
  kinds?: readonly string[],
): Promise<Section<GridAnswer[]>> {
  const { position, parcel } = subject;
  const metres = accuracyOf(subject);
  if (metres > mostGridAccuracyMetres) {
    return { missing: { code: 'too_rough', values: { metres } } };
  }
  return {
    found:
      position.from === 'parcel' && 'found' in parcel
        ? await gridsOfParcel(store, parcel.found, kinds)
        : await gridsAtPoint(store, position.latitude, position.longitude, kinds),
  };
}

/** The answers of the kinds that are asked for, by default all but `other`, which says nothing. */
async function answers(
  store: StoreReader,
  kinds: readonly string[] | undefined,
  answer: (grids: readonly Grid[]) => Promise<Omit<GridAnswer, 'kind'>>,
): Promise<GridAnswer[]> {
  const names = gridKinds.map(({ kind }) => kind);
  if (kinds?.some(kind => !names.some(name => name === kind))) {
    throw noneOf('kinds', names, 'some');
  }
  for (let tries = 1; ; tries++) {
    const sources = await readGridSources(store);
    const found: GridAnswer[] = [];
    for (const kind of gridKinds) {
      if (kinds && !kinds.includes(kind.kind)) continue;
      const own = sources.filter(([grid]) => grid!.kind === kind.kind);
      for (const grids of own) found.push({ kind, ...(await answer(grids)) });
      if (own.length === 0 && (kinds || kind.kind !== 'other'))
        found.push({ kind, ...without('not_loaded', null) });
    }
    // An import may have removed squares after the sources were read: the next reading has the new.
    const isDoubtful = found.some(({ result }) => result === 'no_data');
    if (!isDoubtful || tries === mostTries) return found;
    if (isSame(sources, await readGridSources(store))) return found;
  }
}

/** Readings of an answer, if imports replace sources meanwhile. */
const mostTries = 3;

function isSame(before: readonly Grid[][], after: readonly Grid[][]): boolean {
  const ids = (sources: readonly Grid[][]) => sources.map(([grid]) => grid!.sourceId).join();
  return ids(before) === ids(after);
}

function without(result: GridResult, grid: Grid | null): Omit<GridAnswer, 'kind'> {
  const nothing = { value: null, range: null, resolutionMetres: null, slope: null };
  return { result, grid, ...nothing, isCoarser: false };
}

/** The value at a point of the finest grid that has one. */
async function answerAt(
  store: StoreReader,
  grids: readonly Grid[],
  latitude: number,
  longitude: number,
): Promise<Omit<GridAnswer, 'kind'>> {
  let holding: Grid | undefined;
  for (const grid of grids) {
    const [x, y] = toCells(grid, 0)([longitude, latitude]);
    if (!(x >= 0 && y >= 0 && x <= grid.width && y <= grid.height)) continue;
    holding ??= grid;
    // The last edges belong to the last cells.
    const [column, row] = [
      Math.min(Math.floor(x), grid.width - 1),
      Math.min(Math.floor(y), grid.height - 1),
    ];
    const window = await readWindow(store, grid, 0, {
      column: column - 1,
      row: row - 1,
      columns: 3,
      rows: 3,
    });
    const value =
      grid.values === 'classes'
        ? valueAt(window, column, row)
        : interpolate(
            (column, row) => valueAt(window, column, row),
            [Math.min(x, column + 1 - 1e-9), Math.min(y, row + 1 - 1e-9)],
          );
    if (Number.isNaN(value)) continue;
    const gradient =
      grid.kind === elevation &&
      gradientAt(window, column, row, groundAt(grid, 0, column + 0.5, row + 0.5));
    return {
      ...without('measured', grid),
      value: rounded(value, grid),
      resolutionMetres: grid.resolutionMetres,
      slope: gradient ? slopeOf(gradient) : null,
    };
  }
  return without(holding ? 'no_data' : 'outside', holding ?? grids[0]!);
}

/** The values of the grid that has most of an area, of equal ones the finest; undefined without any. */
async function answerIn(
  store: StoreReader,
  grids: readonly Grid[],
  geometry: PolygonGeometry,
  steps: readonly number[],
): Promise<Omit<GridAnswer, 'kind'> | undefined> {
  let best: Omit<GridAnswer, 'kind'> | undefined;
  const bounds = boundsOf(geometry);
  for (const grid of grids) {
    if (!mayMeet(grid, bounds)) continue;
    const area = areaOf(grid, geometry);
    const { box, level } = area;
    if (box.columns === 0 || box.rows === 0) continue;
    const window = await readWindow(store, grid, level, box);
    const [x, y] = [box.column + box.columns / 2, box.row + box.rows / 2];
    const ground = grid.kind === elevation ? groundAt(grid, level, x, y) : undefined;
    const measured = measureArea(area, window, steps, ground);
    if (!measured || measured.measuredShare <= (best?.range?.measuredShare ?? 0)) continue;
    const { min, mean, max, measuredShare, shares, slope } = measured;
    best = {
      grid,
      result: measuredShare === 1 ? 'measured' : 'partly_measured',
      value: grid.values === 'classes' ? null : rounded(mean, grid),
      range: {
        min: rounded(min, grid),
        max: rounded(max, grid),
        measuredShare,
        above: steps.map((step, i) => ({ step, share: shares[i]! })),
      },
      resolutionMetres: grid.resolutionMetres * 2 ** level,
      isCoarser: level > 0,
      slope,
    };
    if (measuredShare === 1) break;
  }
  return best;
}

/** Reads the cells of a rectangle; what lies outside of the grid has no value. */
export async function readWindow(
  store: StoreReader,
  grid: Grid,
  level: number,
  box: CellBox,
): Promise<Window> {
  const window = emptyWindow(box);
  const { width, height } = sizeOfLevel(grid, level);
  const squares = squaresOf(box, level).filter(({ column, row }) => column < width && row < height);
  if (squares.length === 0) return window;
  const byNumber = new Map(squares.map(square => [square.number, square]));
  const type = typeOfLevel(grid.type, level, grid.values === 'classes');
  for (const { square, content } of await store.gridSquares(grid.sourceId, grid.grid, [
    ...byNumber.keys(),
  ])) {
    const { column, row } = byNumber.get(square)!;
    copySquare(window, unpackSquare(content, type), column, row, grid);
  }
  return window;
}

/** As many digits as the values have. */
function rounded(value: number, { type }: Grid): number {
  return Number(value.toPrecision(type === 'f64' ? 12 : 7));
}
