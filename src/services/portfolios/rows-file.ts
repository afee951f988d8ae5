import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type {
  PortfolioRow,
  RowCorrection,
  RowsFound,
  RowsQuery,
} from '../../api/portfolios/row-bodies.ts';
import { privateFileMode } from '../../files/private-file.ts';
import { fold } from '../../geocoder/text/fold.ts';
import type { Corrections, KeptRow } from '../../portfolio/kept-rows.ts';

/** The file of a run's rows: a SQLite database. `n` is the number of a row in its file, from 0 on. */
const schema = `
  create table if not exists rows (
    n integer primary key, line integer not null, has_problem integer not null, level text,
    property_type text, sum_insured real, as_new real, area real, ratio real) strict;
  create table if not exists texts (n integer primary key, text text not null) strict;
  create table if not exists details (n integer primary key, row text not null) strict;
  create table if not exists corrections (
    line integer primary key, cells text not null, is_waiting integer not null) strict`;

/** The columns that rows can be sorted by. */
const sortColumns: Readonly<Record<NonNullable<RowsQuery['sort']>, string>> = {
  line: 'n',
  sum_insured: 'sum_insured',
  as_new: 'as_new',
  area: 'area',
  ratio: 'ratio',
};

/** Indexes of these have the columns of filters too, so that the table is not read. */
const indexed = Object.values(sortColumns).filter(column => column !== 'n');

/** The most rows of a portfolio that may be corrected. */
const mostCorrected = 1_000;

/** Opens the file of a run's rows for its thread, which writes it while the run goes on. */
export function openRowsWriter(path: string) {
  closeSync(openSync(path, 'a', privateFileMode));
  const db = new DatabaseSync(path);
  // Exclusive: a write-ahead log without shared memory, which a network folder does not have.
  db.exec(
    'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal',
  );
  db.exec(schema);
  // They are made at the end, which is faster.
  for (const column of indexed) db.exec(`drop index if exists by_${column}`);
  const inserts = {
    row: db.prepare('insert or replace into rows values (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    text: db.prepare('insert or replace into texts values (?, ?)'),
    details: db.prepare('insert or replace into details values (?, ?)'),
  };
  return {
    corrections: (): Corrections => {
      const stored = db.prepare("select line, cells from corrections where cells <> '{}'").all();
      return new Map(stored.map(({ line, cells }) => [Number(line), JSON.parse(String(cells))]));
    },

    /** Adds rows. Those of an earlier run with the same numbers are replaced. */
    add(rows: readonly KeptRow[], before: number): void {
      db.exec('begin');
      rows.forEach((row, i) => {
        const n = before + i;
        const { line, address = '', reference = '', level = null, propertyType = null } = row;
        const { sumInsuredEur = null, asNewEur = null, areaM2 = null, insuredRatio = null } = row;
        const numbers = [sumInsuredEur, asNewEur, areaM2, insuredRatio];
        inserts.row.run(n, line, Number(row.problem !== ''), level, propertyType, ...numbers);
        inserts.text.run(n, fold(`${address} ${reference}`));
        inserts.details.run(n, JSON.stringify(row));
      });
      db.exec('commit');
    },

    /** Whether it has all rows: a power failure may lose some. */
    hasAll(rows: number): boolean {
      const counted = db.prepare('select count(*) as count from rows where n < ?').get(rows)!;
      return counted.count === rows;
    },

    /** Removes all after these rows, adds the indexes, and closes the file. */
    finish(rows: number): void {
      db.exec('begin');
      // An earlier run with other columns may have found the header at another line.
      for (const table of ['rows', 'texts', 'details']) {
        db.exec(`delete from ${table} where n >= ${rows}`);
      }
      for (const column of indexed) {
        db.exec(
          `create index by_${column} on rows (${column}, n, has_problem, level, property_type)`,
        );
      }
      db.exec('create index if not exists by_line on rows (line)');
      db.exec("delete from corrections where cells = '{}'; update corrections set is_waiting = 0");
      db.exec('commit; pragma journal_mode = delete');
      db.close();
    },
  };
}

/** A page of rows, with the number of all that the filters leave. */
export function findRows(path: string, query: RowsQuery): RowsFound {
  const { sort = 'line', order = 'asc', offset = 0, limit = 50 } = query;
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const [where, values] = filterOf(db, query);
    const { count } = db.prepare(`select count(*) as count from rows ${where}`).get(...values)!;
    const found = db
      .prepare(
        `select n from rows ${where} order by ${sortColumns[sort]} ${order} nulls last, n ${order} limit ? offset ?`,
      )
      .all(...values, limit, offset);
    const details = db.prepare('select row from details where n = ?');
    const corrections = db.prepare('select cells, is_waiting from corrections where line = ?');
    const rows = found.map(({ n }) => {
      const row: KeptRow = JSON.parse(String(details.get(n!)!.row));
      return wireRow(row, corrections.get(row.line));
    });
    return { count: Number(count), ...correctedCounts(db), rows };
  } finally {
    db.close();
  }
}

/** The condition of a query, and its values. */
function filterOf(db: DatabaseSync, query: RowsQuery): [string, SQLInputValue[]] {
  const { has_problem, is_corrected, level, property_type, text } = query;
  const conditions: string[] = [];
  const values: SQLInputValue[] = [];
  const add = (condition: string, value: SQLInputValue) => {
    conditions.push(condition);
    values.push(value);
  };
  if (has_problem !== undefined) add('has_problem = ?', Number(has_problem));
  if (level !== undefined) add('level is ?', level === 'none' ? null : level);
  if (property_type !== undefined) {
    add('property_type is ?', property_type === 'none' ? null : property_type);
  }
  if (is_corrected !== undefined) {
    add('(line in (select line from corrections)) = ?', Number(is_corrected));
  }
  if (text !== undefined) {
    // Once for both statements, because it reads all texts.
    db.exec('pragma temp_store = memory; create temp table found (n integer primary key)');
    db.prepare('insert into found select n from texts where instr(text, ?)').run(fold(text));
    conditions.push('n in (select n from found)');
  }
  return [conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values];
}

function wireRow(row: KeptRow, corrected: Record<string, unknown> | undefined): PortfolioRow {
  return {
    line: row.line,
    address: row.address ?? null,
    reference: row.reference ?? null,
    level: row.level ?? null,
    property_type: row.propertyType ?? null,
    area_m2: row.areaM2 ?? null,
    sum_insured_eur: row.sumInsuredEur ?? null,
    as_new_eur: row.asNewEur ?? null,
    insured_ratio: row.insuredRatio ?? null,
    problem: row.problem,
    notes: row.notes,
    cells: row.cells,
    corrections: corrected ? JSON.parse(String(corrected.cells)) : {},
    is_waiting: corrected?.is_waiting === 1,
    can_be_corrected: row.isWhole,
  };
}

function correctedCounts(db: DatabaseSync): Pick<RowsFound, 'corrected' | 'waiting'> {
  const counts = db
    .prepare("select sum(cells <> '{}') as corrected, sum(is_waiting) as waiting from corrections")
    .get()!;
  return { corrected: Number(counts.corrected ?? 0), waiting: Number(counts.waiting ?? 0) };
}

/**
 * Stores corrections for the next run. Those of a row replace earlier ones; a row without cells has
 * none any more. Returns the fault of the first that cannot be stored; then none is.
 */
export function storeCorrections(
  path: string,
  rows: readonly RowCorrection[],
): Pick<RowsFound, 'corrected' | 'waiting'> | { readonly fault: string } {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  try {
    db.exec('begin immediate');
    const fault = firstFault(db, rows);
    if (fault !== undefined) return { fault };
    const store = db.prepare('insert or replace into corrections values (?, ?, 1)');
    for (const { line, cells } of rows) store.run(line, JSON.stringify(cells));
    const counts = correctedCounts(db);
    if (counts.corrected > mostCorrected) {
      const most = mostCorrected.toLocaleString('en');
      return { fault: `rows: expected at most ${most} corrected rows in a portfolio` };
    }
    db.exec('commit');
    return counts;
  } finally {
    // It rolls back what was not committed.
    db.close();
  }
}

function firstFault(db: DatabaseSync, rows: readonly RowCorrection[]): string | undefined {
  const find = db.prepare('select row from rows join details using (n) where line = ?');
  for (const [at, { line }] of rows.entries()) {
    const found = find.get(line);
    if (!found) return `rows[${at}].line: expected the line of a row, got ${line}`;
    const { isWhole }: KeptRow = JSON.parse(String(found.row));
    if (!isWhole) return `rows[${at}].line: line ${line} is broken; correct it in the file`;
  }
  return undefined;
}
