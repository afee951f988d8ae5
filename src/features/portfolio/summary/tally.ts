import type { Language } from '#tools/notation/languages.ts';
import type { Columns } from '../fields/columns.ts';
import {
  kindIn,
  type Message,
  type RowMessage,
  type RowMessages,
  textIn,
} from '../messages/row-messages.ts';
import { type EnrichedRow, positionLevel } from '../row/enrich-row.ts';
import { positionLevels } from '../row/position-levels.ts';
import { addGroups, addRow, type Groups, newGroups, type RowFacts } from './groups.ts';
import type { KindCount, Sections, Summary } from './summary-body.ts';
import { addBasis, type Basis, countBasis, newBasis, summaryTerms } from './terms.ts';

/** How many rows have one kind of message, and the first of these messages. */
type MessageCount = Omit<KindCount, 'kind' | 'exposure_eur'> & { readonly cents: number };

/** Counts of rows. Plain data: threads post it. */
export interface Tally {
  rows: number;
  /** Rows for which each of these was found. */
  gained: { position: number; parcel: number; cost: number };
  /** Rows by match level. */
  levels: Record<string, number>;
  /** By kind. */
  problems: Record<string, MessageCount>;
  notes: Record<string, MessageCount>;
  /** Rows with at least one problem. */
  withProblems: number;
  /** Sums in euro and square metres. */
  groups: Groups;
  basis: Basis;
}

/** A tally of zero rows. */
export function newTally(): Tally {
  return {
    rows: 0,
    gained: { position: 0, parcel: 0, cost: 0 },
    levels: {},
    problems: {},
    notes: {},
    withProblems: 0,
    groups: newGroups(),
    basis: newBasis(),
  };
}

/** Counts a row; `gained` is undefined when it could not be read. */
export function count(
  tally: Tally,
  facts: RowFacts,
  gained: EnrichedRow | undefined,
  messages: RowMessages,
  language: Language,
): void {
  const { problems, notes } = messages;
  tally.rows++;
  addRow(tally.groups, facts);
  countBasis(tally.basis, gained, messages, language);
  if (gained?.subject) tally.gained.position++;
  if (gained?.parcel) tally.gained.parcel++;
  if (gained?.cost) tally.gained.cost++;
  const level = gained ? (positionLevel(gained) ?? 'not found') : 'not read';
  tally.levels[level] = (tally.levels[level] ?? 0) + 1;
  if (problems.length > 0) tally.withProblems++;
  countKinds(tally.problems, facts, problems, language);
  countKinds(tally.notes, facts, notes, language);
}

function countKinds(
  counts: Record<string, MessageCount>,
  { line, reference, exposureCents }: RowFacts,
  messages: readonly RowMessage[],
  language: Language,
): void {
  const numbered = `${language === 'el' ? 'γραμμή' : 'line'} ${line}`;
  const row = reference === '' ? numbered : `${numbered} (${reference})`;
  for (const [kind, [first]] of Map.groupBy(messages, one => kindIn(language, one))) {
    const { code, field, values } = first!;
    const text = textIn(language, first!);
    // Some messages name the row themselves.
    const example = values?.line === line ? text : `${row}: ${text}`;
    const message = { code, ...(field !== undefined && { field }), ...(values && { values }) };
    addCount(counts, kind, { ...message, rows: 1, cents: exposureCents, example });
  }
}

/** Adds the counts of later rows to a tally. */
export function addTally(tally: Tally, later: Tally): void {
  tally.rows += later.rows;
  tally.gained.position += later.gained.position;
  tally.gained.parcel += later.gained.parcel;
  tally.gained.cost += later.gained.cost;
  for (const [level, rows] of Object.entries(later.levels)) {
    tally.levels[level] = (tally.levels[level] ?? 0) + rows;
  }
  tally.withProblems += later.withProblems;
  addGroups(tally.groups, later.groups);
  addBasis(tally.basis, later.basis);
  for (const list of ['problems', 'notes'] as const) {
    for (const [kind, counted] of Object.entries(later[list])) addCount(tally[list], kind, counted);
  }
}

function addCount(counts: Record<string, MessageCount>, kind: string, more: MessageCount): void {
  const known = counts[kind];
  counts[kind] = known
    ? { ...known, rows: known.rows + more.rows, cents: known.cents + more.cents }
    : more;
}

/** From the most exact position to none. */
const levelOrder = [...positionLevels, 'not found', 'not read'];

/** Levels whose rows share the point of a street or an area, so that a circle has all or none. */
const sharedPoints = ['street', 'postal_code', 'locality', 'municipality'];

interface Done {
  readonly seconds: number;
  readonly buildings: number;
}

interface ReadTable {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly language: Language;
}

/** Makes the summary of a run from its tally. */
export function summarise(
  files: { readonly input: string; readonly output: string },
  plan: ReadTable & Parameters<typeof summaryTerms>[0],
  today: string,
  tally: Tally,
  notes: readonly Message[],
  { seconds, buildings }: Done,
  sections: Sections,
): Summary {
  const { header, columns, language } = plan;
  return {
    terms: summaryTerms(plan, tally.basis, today),
    ...files,
    date: today,
    language,
    rows: tally.rows,
    buildings,
    seconds,
    columns: Object.fromEntries(
      Object.entries(columns).map(([field, position]) => [field, header[position]!]),
    ),
    notes: notes.map(note => textIn(language, note)),
    with_position: tally.gained.position,
    with_parcel: tally.gained.parcel,
    with_cost: tally.gained.cost,
    with_problems: tally.withProblems,
    levels: Object.fromEntries(
      levelOrder.flatMap(level => (tally.levels[level] ? [[level, tally.levels[level]]] : [])),
    ),
    rows_at_shared_point: sharedPoints.reduce((sum, one) => sum + (tally.levels[one] ?? 0), 0),
    problems: byKind(tally.problems),
    row_notes: byKind(tally.notes),
    ...sections,
  };
}

function byKind(counts: Readonly<Record<string, MessageCount>>): KindCount[] {
  return Object.entries(counts)
    .map(([kind, { cents, ...counted }]) => ({ kind, ...counted, exposure_eur: cents / 100 }))
    .sort((a, b) => b.rows - a.rows);
}
