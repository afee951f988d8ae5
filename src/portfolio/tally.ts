import type { Gained } from './enrich-row.ts';
import type { Problem } from './problem.ts';

/** Rows with one kind of problem: how many, and the first of them. */
export interface ProblemCount {
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
  problems: Record<string, ProblemCount>;
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
    withProblems: 0,
  };
}

/** Counts a row; `gained` is undefined when it could not be read. */
export function count(
  tally: Tally,
  line: number,
  gained: Gained | undefined,
  problems: readonly Problem[],
): void {
  tally.rows++;
  if (gained?.subject) tally.gained.position++;
  if (gained?.parcel) tally.gained.parcel++;
  if (gained?.cost) tally.gained.cost++;
  const level = levelOf(gained);
  tally.levels[level] = (tally.levels[level] ?? 0) + 1;
  if (problems.length > 0) tally.withProblems++;
  for (const kind of new Set(problems.map(one => one.kind))) {
    const { words } = problems.find(one => one.kind === kind)!;
    addProblem(tally, kind, { rows: 1, example: `line ${line}: ${words}` });
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
  for (const [kind, counted] of Object.entries(later.problems)) addProblem(tally, kind, counted);
}

function addProblem(tally: Tally, kind: string, { rows, example }: ProblemCount): void {
  const known = tally.problems[kind];
  tally.problems[kind] = known
    ? { rows: known.rows + rows, example: known.example }
    : { rows, example };
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
