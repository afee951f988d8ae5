import { basename, resolve } from 'node:path';
import { boxOf, type GridDescription, type GridRow, resolutionOf } from '#domain/grids/grid.ts';
import { gridKinds } from '#domain/grids/kind.ts';
import { descriptionSquare } from '#domain/grids/square.ts';
import { meetsGreece } from '#domain/property/greece.ts';
import { badFile } from '#tools/files/bytes.ts';
import { makeFolder, removeFolder } from '#tools/files/temporary-folder.ts';
import { canonicalEpsg } from '#tools/geo/crs.ts';
import { type GridFile, openGridFile } from './grid-file.ts';
import { squaresOf } from './grid-squares.ts';
import { gridsOf, type JoinedGrid } from './join-files.ts';
import { openStrips, type StripReader } from './strips.ts';

const mostFiles = 500;

/** What the import says of the grids. */
export type GridFacts = Pick<GridDescription, 'kind' | 'values' | 'unit' | 'date'>;

/** How files are read, and which grids are accepted. */
export interface GridReading {
  /** The system of files that name none. */
  readonly srid?: number | undefined;
  /** Whether grids outside Greece are accepted. */
  readonly anywhere?: boolean | undefined;
  /** Whether grids without values are accepted. */
  readonly allowEmpty?: boolean | undefined;
}

/** Reads files as grids by GDAL, a strip of each at a time. */
export async function* readGrids(
  paths: readonly string[],
  facts: GridFacts,
  { srid, anywhere = false, allowEmpty = false }: GridReading = {},
): AsyncGenerator<GridRow> {
  if (paths.length > mostFiles)
    throw badFile(paths[mostFiles]!, `expected ${mostFiles} files at most`);
  const isClass = facts.values === 'classes';
  const meaning = { ...gridKinds.find(({ kind }) => kind === facts.kind)!, isClass };
  const folder = await makeFolder(paths[0]!);
  const files: GridFile[] = [];
  let strips: readonly StripReader[] = [];
  let squares = 0;
  try {
    for (const [i, path] of paths.entries()) {
      files.push(await openGridFile(folder, resolve(path), i, { srid, isClass }));
    }
    strips = openStrips(files);
    for (const [number, grid] of gridsOf(files).entries()) {
      yield { grid: number, ...described(grid, facts, anywhere) };
      for await (const square of squaresOf(grid, strips, meaning)) {
        squares++;
        yield { grid: number, ...square };
      }
    }
    if (squares === 0 && !allowEmpty) throw badFile(namesOf(files), 'no cell has a value');
  } finally {
    for (const strip of strips) strip.close();
    await removeFolder(folder);
  }
}

function namesOf(files: readonly GridFile[]): string {
  return files.map(({ path }) => basename(path)).join(', ');
}

function described(
  { files, ...read }: JoinedGrid,
  facts: GridFacts,
  anywhere: boolean,
): Omit<GridRow, 'grid'> {
  const grid = { ...read, epsg: canonicalEpsg(read.epsg) };
  const description: GridDescription = {
    ...grid,
    ...facts,
    resolutionMetres: resolutionOf(grid),
    box: boxOf(grid),
  };
  checkPlace(namesOf(files), description, anywhere);
  return { square: descriptionSquare, content: Buffer.from(JSON.stringify(description)) };
}

/** Most grids elsewhere were read in a wrong coordinate system. */
function checkPlace(names: string, { epsg, box }: GridDescription, anywhere: boolean): void {
  const { west, south, east, north } = box;
  // Cells around the globe pass its edge by half a cell, and some longitudes go from 0 to 360.
  const isOnGlobe = west >= -181 && east <= 361 && south >= -91 && north <= 91;
  if (isOnGlobe && (anywhere || meetsGreece(box))) return;
  const corner = [south, west].map(degrees => Number(degrees.toPrecision(6))).join(', ');
  const expected = isOnGlobe ? 'in Greece, or --anywhere' : 'on the globe';
  throw badFile(
    names,
    `begins at ${corner} in EPSG:${epsg}, expected a place ${expected}; is the coordinate system right?`,
  );
}
