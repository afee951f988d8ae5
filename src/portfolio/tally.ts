import type { Gained } from './enrich-row.ts';
import type { Remark, Remarks } from './remarks.ts';

/** Rows with one kind of remark: how many, and the first of them. */
export interface RemarkCount {
  readonly rows: number;
  readonly example: string;
}

/** What became of rows; plain data, to be added up, posted and kept. */
export interface Tally {
  rows: number;
  /** Rows that gained each of these. */
  gained: { position: number; parcel: number; cost: number };
  /** Rows by the level at which their position was found. */
  levels: Record<string, number>;
  /** By kind. */
  problems: Record<string, RemarkCount>;
  notes: Record<string, RemarkCount>;
  /** Rows with any problem. */
  withProblems: number;
}

/** A tally of no rows. */
export function newTally(): Tally {
  return {
    rows: 0,
    gained: { position: 0, parcel: 0, cost: 0 },
    levels: {},
    problems: {},
    notes: {},
    withProblems: 0,
  };
}

/** Counts a row; `gained` is undefined when it could not be read. */
export function count(
  tally: Tally,
  line: number,
  gained: Gained | undefined,
  { problems, notes }: Remarks,
): void {
  tally.rows++;
  if (gained?.subject) tally.gained.position++;
  if (gained?.parcel) tally.gained.parcel++;
  if (gained?.cost) tally.gained.cost++;
  const level = levelOf(gained);
  tally.levels[level] = (tally.levels[level] ?? 0) + 1;
  if (problems.length > 0) tally.withProblems++;
  countKinds(tally.problems, line, problems);
  countKinds(tally.notes, line, notes);
}

function countKinds(
  counts: Record<string, RemarkCount>,
  line: number,
  remarks: readonly Remark[],
): void {
  for (const kind of new Set(remarks.map(one => one.kind))) {
    const { words } = remarks.find(one => one.kind === kind)!;
    addCount(counts, kind, { rows: 1, example: `line ${line}: ${words}` });
  }
}

/** Adds a later part to a tally. */
export function addTally(tally: Tally, later: Tally): void {
  tally.rows += later.rows;
  tally.gained.position += later.gained.position;
  tally.gained.parcel += later.gained.parcel;
  tally.gained.cost += later.gained.cost;
  for (const [level, rows] of Object.entries(later.levels)) {
    tally.levels[level] = (tally.levels[level] ?? 0) + rows;
  }
  tally.withProblems += later.withProblems;
  for (const list of ['problems', 'notes'] as const) {
    for (const [kind, counted] of Object.entries(later[list])) addCount(tally[list], kind, counted);
  }
}

function addCount(
  counts: Record<string, RemarkCount>,
  kind: string,
  { rows, example }: RemarkCount,
): void {
  const known = counts[kind];
  counts[kind] = known ? { rows: known.rows + rows, example: known.example } : { rows, example };
}

/** The level of the address found; of a row that had its point or parcel itself, which of them. */
function levelOf(gained: Gained | undefined): string {
  if (!gained) return 'not read';
  const { subject } = gained;
  if (!subject) return 'not found';
  const { location, position } = subject;
  if (position.from !== 'address') return position.from;
  return 'found' in location ? location.found.match.level : 'not found';
}
