import { type Grid, toGrids } from '#domain/grids/grid.ts';
import { elevation, type GridKindName, type GridValues, gridKinds } from '#domain/grids/kind.ts';
import { descriptionSquare } from '#domain/grids/square.ts';
import { readDay } from '#importing/datasets/zone-dataset.ts';
import { readGrids } from '#importing/grids/read-grids.ts';
import { runImport } from '#importing/run-import.ts';
import { usageError } from '#tools/errors.ts';
import { openCount } from '#tools/terminal/progress.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { withStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';
import { checkReport, type ImportOptions, printReports, request } from './import-features.ts';

/** The options of `ktima import grid`. */
export interface GridOptions extends ImportOptions {
  readonly kind: GridKindName;
  readonly unit: string;
  readonly values?: GridValues;
  readonly date?: string;
  readonly srid?: number;
  readonly anywhere?: boolean;
}

/** The longest unit, in characters. */
const longestUnit = 20;

/** Imports files as grids of one kind; returns false when the import was not committed. */
export async function importGrid(
  settings: Settings,
  files: readonly string[],
  options: GridOptions,
  terminal: Terminal,
): Promise<boolean> {
  await checkReport(options, files);
  const { kind, unit, values = gridKinds.find(one => one.kind === kind)!.values } = options;
  const date = options.date === undefined ? null : readDay(options.date);
  if (date === undefined) throw usageError('--date: expected a day, such as 2024-05-31');
  if (!/^[^\p{Cc}]+$/u.test(unit) || unit.length > longestUnit) {
    throw usageError(`--unit: expected 1 to ${longestUnit} printable characters`);
  }
  const wanted = await request(files, options);
  const report = await withStore(settings, async store => {
    checkUnit(toGrids(await store.storedGrids()), { kind, unit, source: wanted.source });
    const progress = openCount(terminal.stderr, 'grids');
    return runImport(store, 'grids', wanted, async (add, tally) => {
      for await (const row of readGrids(files, { kind, values, unit, date }, options)) {
        if (row.square === descriptionSquare) tally.note(...noteOn(row.content));
        await add(row, `square ${row.square}`);
        progress.show(tally.read);
      }
    });
  });
  return printReports([report], options, terminal, settings);
}

/** Slopes need metres. Columns of portfolios do not name the unit of a kind: it has one. */
function checkUnit(
  loaded: readonly Grid[],
  { kind, unit, source }: Pick<Grid, 'kind' | 'unit' | 'source'>,
): void {
  const other = loaded.find(grid => grid.kind === kind && grid.source !== source);
  const expected = kind === elevation ? 'm' : kind === 'other' ? unit : (other?.unit ?? unit);
  if (unit === expected) return;
  throw usageError(`--unit: ${kind} is in ${expected}, got ${unit}; convert the files first`);
}

/** What was understood of a grid, for the operator to check. */
function noteOn(content: Uint8Array): [string, string] {
  const { epsg, width, height, resolutionMetres, box } = JSON.parse(
    Buffer.from(content).toString(),
  );
  const corners = [box.south, box.west, box.north, box.east].map(degrees => degrees.toFixed(4));
  return [
    'a grid; each row is a square of it',
    `${width} × ${height} cells of ${resolutionMetres} m, EPSG:${epsg}, from ${corners[0]}, ` +
      `${corners[1]} to ${corners[2]}, ${corners[3]}`,
  ];
}
