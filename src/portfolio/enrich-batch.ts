import type { PlaceType } from '../property/place-types.ts';
import type { Layer } from '../store/store.ts';
import { addedNames, addedValues } from './added-columns.ts';
import type { Columns } from './columns.ts';
import { type Enrichment, enrichRow, type Gained } from './enrich-row.ts';
import { type InputRow, uniqueNames, unsound, withoutBroken } from './input.ts';
import { type Problem, problem } from './problem.ts';
import { readFields } from './read-fields.ts';
import { type Format, type RowWriter, rowWriter } from './row-writer.ts';
import { count, newTally, type Tally } from './tally.ts';
import { type CsvStyle, withoutFormulas } from './write-csv.ts';

/** How a file is enriched; plain data, the same for every thread. */
export interface Plan {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly format: Format;
  readonly style: CsvStyle;
  readonly placeTypes: readonly PlaceType[];
  readonly minConfidence: number;
  readonly today: string;
  /** The layers that hold something. */
  readonly loaded: readonly Layer[];
}

/** Rows enriched: their text, as the file takes it, and what became of them. */
export interface Enriched {
  readonly text: string;
  readonly tally: Tally;
}

/** The writer of a plan; columns whose names are taken get a figure. */
export function writerOf({ format, header, placeTypes, style }: Plan): RowWriter {
  const names = [...header, ...uniqueNames(addedNames(placeTypes), header)];
  return rowWriter(format, names, style);
}

/** What rows are enriched with, by the plan. */
export function enrichmentOf(
  plan: Plan,
  data: Pick<Enrichment, 'store' | 'geocoder' | 'snapshot'>,
): Enrichment {
  const { columns, loaded, placeTypes, minConfidence, today } = plan;
  const tellsBuilding = columns.property_type !== undefined && columns.build_area !== undefined;
  const sections = new Set<'parcel' | 'cost' | 'places'>();
  if (loaded.includes('parcels')) sections.add('parcel');
  if (loaded.includes('costs') && tellsBuilding) sections.add('cost');
  if (loaded.includes('places') && placeTypes.length > 0) sections.add('places');
  return { ...data, placeTypes, minConfidence, today, sections };
}

/** Enriches rows in their order. */
export async function enrichBatch(
  plan: Plan,
  enrichment: Enrichment,
  rows: readonly InputRow[],
): Promise<Enriched> {
  const writer = writerOf(plan);
  const tally = newTally();
  const texts: string[] = [];
  for (const row of rows) {
    const { cells, gained, problems } = await answer(plan, enrichment, row);
    count(tally, row.line, gained, problems);
    texts.push(writer.row(cells, addedValues(gained, problems, plan.placeTypes)));
  }
  return { text: texts.join(writer.between), tally };
}

const missingBuilding = 'cost: property_type or build_area is missing';

interface Answered {
  readonly cells: readonly string[];
  readonly gained: Gained | undefined;
  readonly problems: readonly Problem[];
}

/** A row that does not fit the header is handed back and not enriched: its cells may be shifted. */
async function answer(plan: Plan, enrichment: Enrichment, row: InputRow): Promise<Answered> {
  const { header } = plan;
  const misfit = misfitOf(row, header.length);
  const cells = header.map((_, i) => withoutBroken(row.cells[i] ?? ''));
  const found = cellProblems(plan, row);
  if (misfit) return { cells, gained: undefined, problems: [misfit, ...found] };
  const { asked, problems } = readFields(row.cells, plan.columns, plan.today);
  const gained = await enrichRow(enrichment, asked);
  return { cells, gained, problems: [...found, ...withoutEchoes(problems, gained.problems)] };
}

function misfitOf({ line, cells, unreadable }: InputRow, width: number): Problem | undefined {
  if (unreadable !== undefined) {
    return { kind: 'the row cannot be read', words: `line ${line} cannot be read: ${unreadable}` };
  }
  if (cells.length === width) return undefined;
  const got = `line ${line} has ${cells.length} cells instead of ${width}`;
  if (cells.length < width) return { kind: 'too few cells', words: `${got}: not enriched` };
  return { kind: 'too many cells', words: `${got}: not enriched, and the last left out` };
}

/** That the cost lacks a field is no second problem where the field could not be read. */
function withoutEchoes(read: readonly Problem[], gained: readonly Problem[]): Problem[] {
  const isRead = read.some(({ kind }) => /^(property_type|build_area): /.test(kind));
  return [...read, ...gained.filter(({ kind }) => !isRead || kind !== missingBuilding)];
}

/** What is wrong with cells whether they are used or not. */
function cellProblems({ header, format }: Plan, { cells }: InputRow): Problem[] {
  return header.flatMap((name, i) => {
    const cell = cells[i] ?? '';
    const found: Problem[] = [];
    if (withoutBroken(cell) !== cell) found.push(problem(name, unsound));
    if (format === 'csv' && withoutFormulas(cell, i === 0) !== cell) {
      found.push(problem(name, "begins like a formula; a leading ' makes it text"));
    }
    return found;
  });
}
