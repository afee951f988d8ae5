import { fold } from '#domain/geocoder/text/fold.ts';
import { readBbox } from '#domain/property/search-area.ts';
import type { Run, Value } from '#storage/db/engine.ts';
import { invalid, KtimaError } from '#tools/errors.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { Corrections, KeptRow } from '../portfolio/batch/kept-rows.ts';
import { joinMessages, type RowMessage, textIn } from '../portfolio/messages/row-messages.ts';
import {
  type Corrected,
  mostRows,
  type PortfolioRow,
  type RowCorrection,
  type RowsFound,
  type RowsQuery,
} from './row-bodies.ts';
import { addSums, isToLookAt, noSums, openCells, sumsOf } from './row-sums.ts';
import type { RunEngine } from './run-engine.ts';

/** The most rows of a portfolio that may be corrected, and the most bytes of their cells. */
const [mostCorrected, mostCorrectedBytes] = [5_000, 2_000_000];

const sortColumns: Readonly<Record<NonNullable<RowsQuery['sort']>, string>> = {
  line: 'n',
  sum_insured: 'sum_insured',
  as_new: 'as_new',
  area: 'area',
  ratio: 'ratio',
};

/** The rows of a run, and the corrections for the next one. */
export function openRows({ run, alone, checkRoom }: RunEngine) {
  return {
    /** Adds rows of an attempt, with the number of rows before them. */
    async addRows(id: string, attempt: number, rows: readonly KeptRow[], before: number) {
      if (rows.length === 0) return;
      checkRoom();
      const values = rows.map((row, i) => columnsOf(id, attempt, before + i, row));
      const width = values[0]!.length;
      const places = values.map(
        (_, row) => `(${Array.from({ length: width }, (_, i) => `?${row * width + i + 1}`)})`,
      );
      await run(`INSERT INTO portfolio_rows VALUES ${places}`, values.flat());
    },

    /**
     * A page of rows with messages in a language, and the number of all that the filters leave. Throws
     * the reason of the signal when that is aborted.
     */
    async rows(
      id: string,
      attempt: number,
      query: RowsQuery,
      language: Language,
      signal?: AbortSignal,
    ): Promise<RowsFound> {
      const { page, cells, ...found } = await searchRows(run, id, attempt, query, signal);
      const { count, ...sums } = found.sums;
      const rows = await readRows(run, id, attempt, page);
      return {
        count,
        ...(await correctedCounts(run, id)),
        sums,
        ...(cells && { cells: cells.all() }),
        rows: rows.map(row => wireRow(row, language)),
      };
    },

    /**
     * Stores corrections for the next run, all or none. Those of a row replace earlier ones; a row
     * without cells has none any more. Throws INVALID_INPUT if one cannot be stored.
     */
    async correct(id: string, attempt: number, rows: readonly RowCorrection[]) {
      checkRoom();
      return alone(async run => {
        await refuseUnknownLines(run, id, attempt, rows);
        const before = await storedCorrections(run, id);
        // Of several corrections of a line the last one counts.
        const byLine = new Map(rows.map(({ line, cells }) => [line, JSON.stringify(cells)]));
        await run(
          `INSERT INTO portfolio_corrections VALUES ${[...byLine].map((_, i) => `(?1, ?${2 * i + 2}, ?${2 * i + 3}, 1)`)}
           ON CONFLICT (run, line) DO UPDATE SET cells = excluded.cells, is_waiting = 1`,
          [id, ...[...byLine].flat()],
        );
        const after = await storedCorrections(run, id);
        if (after.rows > mostCorrected || after.bytes > mostCorrectedBytes) {
          const most = `${mostCorrected.toLocaleString('en')} corrected rows and 2 MB of their cells`;
          throw invalid('rows', `at most ${most} in a portfolio`);
        }
        const more = after.bytes - before.bytes;
        await run('UPDATE portfolio_runs SET bytes = bytes + ?2 WHERE id = ?1', [id, more]);
        return correctedCounts(run, id);
      });
    },

    async corrections(id: string): Promise<Corrections> {
      const stored = await run<{ line: number; cells: string }>(
        "SELECT line, cells FROM portfolio_corrections WHERE run = ?1 AND cells <> '{}'",
        [id],
      );
      return new Map(stored.map(({ line, cells }) => [line, JSON.parse(cells)]));
    },
  };
}

/** How many rows a statement reads. Those of other requests take their turns between two. */
const pieceRows = 10_000;

/** A row that a search has found. */
interface Match {
  readonly n: number;
  readonly sorted: number | null;
}

/** The numbers of the rows on a page, in order, and sums and places of all that the filters leave. */
async function searchRows(
  run: Run,
  id: string,
  attempt: number,
  query: RowsQuery,
  signal?: AbortSignal,
) {
  const { sort = 'line', order = 'asc', offset = 0, limit = 50 } = query;
  const [filter, values] = filterOf(id, attempt, query);
  const [from, to, most] = [1, 2, 3].map(more => `?${values.length + more}`);
  const where = `FROM portfolio_rows ${filter} AND n >= ${from} AND n < ${to}`;
  const by = sortColumns[sort];
  const matching = `SELECT n, ${by} AS sorted ${where}
    ORDER BY ${by} ${order} NULLS LAST, n ${order} LIMIT ${most}`;
  const compare = order === 'asc' ? ascending : descending;
  const wanted = offset + limit;
  const cells = query.cells === undefined ? undefined : openCells(query.cells);
  let sums = noSums;
  let skipped = 0;
  let first: Match[] = [];
  for (const at of piecesOf(await endOf(run, id, attempt), order)) {
    signal?.throwIfAborted();
    const piece = [...values, at, at + pieceRows];
    const [found] = await run<typeof noSums>(`SELECT ${sumsOf} ${where}`, piece);
    const { count } = sums;
    const here = found!.count;
    if (cells && here > 0) cells.add(await run(...cells.statement(where, piece)));
    // Sorted by line the pieces are in order, and only those of the page are read.
    const isBefore = sort === 'line' && count + here <= offset;
    const isBehind = sort === 'line' && count >= wanted;
    if (isBefore) skipped += here;
    else if (here > 0 && !isBehind) {
      const found = await run<Match>(matching, [...piece, Math.min(wanted, pieceRows)]);
      // Both are in order, so this takes as long as merging them.
      first = first.concat(found).sort(compare).slice(0, wanted);
    }
    sums = addSums(sums, found!);
  }
  const page = first.slice(offset - skipped, wanted - skipped).map(({ n }) => n);
  return { sums, cells, page };
}

/** Where the pieces of so many rows begin. */
function piecesOf(rows: number, order: 'asc' | 'desc'): number[] {
  const pieces = Array.from({ length: Math.ceil(rows / pieceRows) }, (_, i) => i * pieceRows);
  return order === 'asc' ? pieces : pieces.reverse();
}

/** Rows without a value come last in both orders. */
function ascending(one: Match, other: Match): number {
  return compareNulls(one, other) || one.sorted! - other.sorted! || one.n - other.n;
}

function descending(one: Match, other: Match): number {
  return compareNulls(one, other) || other.sorted! - one.sorted! || other.n - one.n;
}

function compareNulls(one: Match, other: Match): number {
  return Number(one.sorted === null) - Number(other.sorted === null);
}

async function endOf(run: Run, id: string, attempt: number): Promise<number> {
  const [last] = await run<{ n: number | null }>(
    'SELECT max(n) AS n FROM portfolio_rows WHERE run = ?1 AND attempt = ?2',
    [id, attempt],
  );
  return (last!.n ?? -1) + 1;
}

async function readRows(
  run: Run,
  id: string,
  attempt: number,
  page: readonly number[],
): Promise<FoundRow[]> {
  // Two lengths, because each statement is prepared.
  const length = page.length > 50 ? mostRows : 50;
  const found = await run<FoundRow>(
    `SELECT n, details, cells, is_waiting FROM portfolio_rows
     LEFT JOIN portfolio_corrections USING (run, line)
     WHERE run = ?1 AND attempt = ?2 AND n IN (${Array.from({ length }, (_, i) => `?${i + 3}`)})`,
    [id, attempt, ...Array.from({ length }, (_, i) => page[i] ?? -1)],
  );
  const byNumber = new Map(found.map(row => [row.n, row]));
  return page.map(n => byNumber.get(n)!);
}

/** How a problem is named in a query. */
function problemName(field: string | undefined, code: string): string {
  return field === undefined ? code : `${field}:${code}`;
}

/** The values of a row, in the order of the table's columns. */
function columnsOf(id: string, attempt: number, n: number, row: KeptRow): Value[] {
  const { line, address = '', reference = '', level = null, propertyType = null } = row;
  const { sumInsuredEur = null, asNewEur = null, areaM2 = null, insuredRatio = null } = row;
  const numbers = [sumInsuredEur, asNewEur, areaM2, insuredRatio];
  // PostgreSQL stores no NUL in a text.
  const words = fold(`${address} ${reference}`).replaceAll('\0', '');
  const facts = [line, Number(row.problem.length > 0), level, propertyType, ...numbers];
  const { latitude = null, longitude = null } = row;
  const problems = row.problem.map(({ field, code }) => problemName(field, code)).join('\n');
  const place = [latitude, longitude, `\n${problems}\n`.replaceAll('\0', '')];
  return [id, attempt, n, ...facts, words, JSON.stringify(row), ...place];
}

function filterOf(id: string, attempt: number, query: RowsQuery): [string, Value[]] {
  const { has_problem, to_look_at, is_corrected, level, property_type } = query;
  const { text, problem, bbox, around } = query;
  const values: Value[] = [id, attempt];
  const conditions = ['run = ?1', 'attempt = ?2'];
  const add = (condition: string, value: Value) => {
    values.push(value);
    conditions.push(`${condition} ?${values.length}`);
  };
  const addOrNone = (column: string, value: string) =>
    value === 'none' ? conditions.push(`${column} IS NULL`) : add(`${column} =`, value);
  if (has_problem !== undefined) add('has_problem =', Number(has_problem));
  if (to_look_at) conditions.push(isToLookAt);
  if (level !== undefined) addOrNone('level', level);
  if (property_type !== undefined) addOrNone('property_type', property_type);
  if (is_corrected !== undefined) {
    conditions.push(
      `${is_corrected ? '' : 'NOT '}EXISTS (SELECT 1 FROM portfolio_corrections AS corrected
         WHERE corrected.run = portfolio_rows.run AND corrected.line = portfolio_rows.line)`,
    );
  }
  const addPart = (column: string, part: string) => {
    add(`${column} LIKE '%' ||`, part.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&'));
    conditions.push(`${conditions.pop()} || '%' ESCAPE '\\'`);
  };
  if (problem !== undefined) addPart('problems', `\n${problem}\n`);
  if (text !== undefined) addPart('words', fold(text));
  if (bbox !== undefined) {
    const inBoxes = readBbox('bbox', bbox).boxes.map(({ west, south, east, north }) => {
      const at = values.push(west, east, south, north);
      return `longitude BETWEEN ?${at - 3} AND ?${at - 2} AND latitude BETWEEN ?${at - 1} AND ?${at}`;
    });
    conditions.push(`(${inBoxes.join(' OR ')})`);
  }
  if (around !== undefined) {
    const [latitude, longitude, radius] = around.split(',').map(Number) as [number, number, number];
    const metres = metresPerDegree(latitude);
    const at = values.push(
      ...[latitude, longitude, metres.north ** 2, metres.east ** 2, radius ** 2],
    );
    const square = (axis: string, of: number) => `(${axis} - ?${of}) * (${axis} - ?${of})`;
    conditions.push(
      `${square('latitude', at - 4)} * ?${at - 2} + ${square('longitude', at - 3)} * ?${at - 1} <= ?${at}`,
    );
  }
  return [`WHERE ${conditions.join(' AND ')}`, values];
}

interface FoundRow {
  readonly n: number;
  readonly details: string;
  readonly cells: string | null;
  readonly is_waiting: number | null;
}

const longestMessage = 1_000;

/** The messages of a row. An earlier version kept their text, and its rows expire. */
function messagesOf(kept: readonly RowMessage[] | string): readonly RowMessage[] {
  if (typeof kept !== 'string') return kept;
  return kept === '' ? [] : [{ code: 'text', values: { text: kept } }];
}

function wireRow({ details, cells, is_waiting }: FoundRow, language: Language): PortfolioRow {
  const row: KeptRow = JSON.parse(details);
  const textOf = (kept: KeptRow['problem']) =>
    joinMessages(language, messagesOf(kept)).slice(0, longestMessage);
  return {
    line: row.line,
    address: row.address ?? null,
    reference: row.reference ?? null,
    level: row.level ?? null,
    property_type: row.propertyType ?? null,
    area_m2: row.areaM2 ?? null,
    construction_year: row.constructionYear ?? null,
    sum_insured_eur: row.sumInsuredEur ?? null,
    contents_sum_insured_eur: row.contentsSumInsuredEur ?? null,
    interruption_sum_insured_eur: row.interruptionSumInsuredEur ?? null,
    as_new_eur: row.asNewEur ?? null,
    as_is_eur: row.asIsEur ?? null,
    insured_ratio: row.insuredRatio ?? null,
    certainty: row.certainty ?? null,
    latitude: row.latitude ?? null,
    longitude: row.longitude ?? null,
    problem: textOf(row.problem),
    notes: textOf(row.notes),
    problem_codes: messagesOf(row.problem).map(({ code, field = null, values = {} }) => {
      const text = textIn(language, { code, values });
      return { code, field, text, values };
    }),
    cells: row.cells,
    corrections: JSON.parse(cells ?? '{}'),
    is_waiting: is_waiting === 1,
    can_be_corrected: row.isWhole,
  };
}

async function storedCorrections(run: Run, id: string) {
  const [stored] = await run<{ rows: number; bytes: number }>(
    `SELECT count(*) AS rows, CAST(coalesce(sum(octet_length(cells)), 0) AS bigint) AS bytes
     FROM portfolio_corrections WHERE run = ?1`,
    [id],
  );
  return stored!;
}

async function correctedCounts(run: Run, id: string): Promise<Corrected> {
  const [counts] = await run<Corrected>(
    `SELECT count(CASE WHEN cells <> '{}' THEN 1 END) AS corrected,
       CAST(coalesce(sum(is_waiting), 0) AS bigint) AS waiting
     FROM portfolio_corrections WHERE run = ?1`,
    [id],
  );
  return counts!;
}

async function refuseUnknownLines(
  run: Run,
  id: string,
  attempt: number,
  rows: readonly RowCorrection[],
): Promise<void> {
  const found = await run<{ line: number; details: string }>(
    `SELECT line, details FROM portfolio_rows
     WHERE run = ?1 AND attempt = ?2 AND line IN (${rows.map((_, at) => `?${at + 3}`)})`,
    [id, attempt, ...rows.map(({ line }) => line)],
  );
  const wholeness = new Map(
    found.map(({ line, details }) => [line, (JSON.parse(details) as KeptRow).isWhole]),
  );
  for (const [at, { line }] of rows.entries()) {
    const isWhole = wholeness.get(line);
    if (isWhole === undefined) throw invalid(`rows[${at}].line`, `the line of a row, got ${line}`);
    if (isWhole) continue;
    const message = `rows[${at}].line: line ${line} is broken; correct it in the file`;
    throw new KtimaError('INVALID_INPUT', message);
  }
}

/** To call when a run with the corrections is done. */
export async function applyCorrections(run: Run, id: string): Promise<void> {
  await run("DELETE FROM portfolio_corrections WHERE run = ?1 AND cells = '{}'", [id]);
  await run('UPDATE portfolio_corrections SET is_waiting = 0 WHERE run = ?1', [id]);
}
