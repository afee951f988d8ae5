import type { Layer } from '../store/store.ts';
import { type Added, addedNames, addedValues } from './added-columns.ts';
import { enrichRow, type Gained } from './enrich-row.ts';
import type { Enrichment } from './enrichment.ts';
import type { Columns } from './fields/columns.ts';
import { type ReadingRules, readFields } from './fields/read-fields.ts';
import { type InputRow, uniqueNames, unsound, withoutBroken } from './input.ts';
import { newRemarks, type Remark, type Remarks, remark } from './remarks.ts';
import type { Format, RowWriter } from './row-writer.ts';
import { count, newTally, type Tally } from './tally.ts';
import { openPlaces } from './where/places.ts';
import { type CsvStyle, withoutFormulas } from './write-csv.ts';
import { rowWriter } from './write-rows.ts';

/** How a file is enriched; plain data, the same for every thread. */
export interface Plan extends ReadingRules, Added {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly format: Format;
  readonly style: CsvStyle;
  readonly minConfidence: number;
  /** The layers that hold something. */
  readonly loaded: readonly Layer[];
}

/** Rows enriched: their text, as the file takes it, and what became of them. */
export interface Enriched {
  readonly text: string;
  readonly tally: Tally;
}

/** The writer of a plan; columns whose names are taken get a figure. */
export function writerOf(plan: Plan): RowWriter {
  const { format, header, style } = plan;
  const names = [...header, ...uniqueNames(addedNames(plan), header)];
  return rowWriter(format, names, style);
}

/** What rows are enriched with, by the plan. */
export async function enrichmentOf(
  plan: Plan,
  data: Pick<Enrichment, 'store' | 'geocoder' | 'snapshot'>,
): Promise<Enrichment> {
  const { columns, loaded, placeTypes, noParcel, minConfidence, today } = plan;
  const tellsBuilding = columns.property_type !== undefined && columns.build_area !== undefined;
  const sections = new Set<'parcel' | 'cost' | 'places'>();
  if (loaded.includes('parcels') && !noParcel) sections.add('parcel');
  if (loaded.includes('costs') && tellsBuilding) sections.add('cost');
  if (loaded.includes('places') && placeTypes.length > 0) sections.add('places');
  const places = openPlaces(await data.geocoder());
  return { ...data, places, placeTypes, minConfidence, today, sections };
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
    const { cells, gained, remarks } = await answer(plan, enrichment, row);
    count(tally, row.line, gained, remarks);
    texts.push(writer.row(cells, addedValues(gained, remarks, plan)));
  }
  return { text: texts.join(writer.between), tally };
}

const missingBuilding = 'cost: property_type or build_area is missing';

interface Answered {
  readonly cells: readonly string[];
  readonly gained: Gained | undefined;
  readonly remarks: Remarks;
}

/** A row that does not fit the header is handed back and not enriched: its cells may be shifted. */
async function answer(plan: Plan, enrichment: Enrichment, row: InputRow): Promise<Answered> {
  const { header } = plan;
  const misfit = misfitOf(row, header.length);
  const cells = header.map((_, i) => withoutBroken(row.cells[i] ?? ''));
  const remarks = remarksOnCells(plan, row);
  if (misfit) {
    remarks.problems.unshift(misfit);
    return { cells, gained: undefined, remarks };
  }
  const { asked, problems, notes } = readFields(row.cells, plan.columns, plan);
  const gained = await enrichRow(enrichment, asked);
  remarks.problems.push(...withoutEchoes(problems, gained.problems));
  remarks.notes.push(...notes, ...gained.notes);
  return { cells, gained, remarks };
}

function misfitOf({ line, cells, unreadable }: InputRow, width: number): Remark | undefined {
  if (unreadable !== undefined) {
    return { kind: 'the row cannot be read', words: `line ${line} cannot be read: ${unreadable}` };
  }
  const extra = cells.slice(width);
  if (cells.length >= width && extra.every(cell => cell === '')) return undefined;
  const got = `line ${line} has ${cells.length} cells instead of ${width}`;
  if (cells.length < width) return { kind: 'too few cells', words: `${got}: not enriched` };
  return { kind: 'too many cells', words: `${got}: not enriched, and the last left out` };
}

/** That the cost lacks a field is no second problem where the field could not be read. */
function withoutEchoes(read: readonly Remark[], gained: readonly Remark[]): Remark[] {
  const isRead = read.some(({ kind }) => /^(property_type|build_area): /.test(kind));
  return [...read, ...gained.filter(({ kind }) => !isRead || kind !== missingBuilding)];
}

/** What there is to say of cells whether they are used or not. */
function remarksOnCells({ header, format }: Plan, { cells }: InputRow): Remarks {
  const remarks = newRemarks();
  header.forEach((name, i) => {
    const cell = cells[i] ?? '';
    if (withoutBroken(cell) !== cell) remarks.problems.push(remark(name, unsound));
    if (format === 'csv' && withoutFormulas(cell, i === 0) !== cell) {
      remarks.notes.push(remark(name, "a spreadsheet would run it; a ' makes it text"));
    }
  });
  return remarks;
}
