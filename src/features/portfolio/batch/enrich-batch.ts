import type { PropertyType } from '#domain/property/cost/building.ts';
import type { CostTerms } from '#domain/property/cost/terms.ts';
import { type Field, insuredFields } from '#domain/property/usual-names.ts';
import type { Layer } from '#storage/store/store.ts';
import { longestCell } from '#tools/files/table-budgets.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { isNameOfTotals, isWholeNameOfTotals } from '../fields/cell-values.ts';
import type { Columns } from '../fields/columns.ts';
import { type ReadingRules, type RowFields, readFields, textOf } from '../fields/read-fields.ts';
import type { UnclearColumn } from '../fields/unclear-columns.ts';
import { type InputRow, uniqueNames, withReplacementCharacters } from '../input/input-row.ts';
import {
  noMessages,
  type RowMessage,
  type RowMessages,
  rowMessage,
} from '../messages/row-messages.ts';
import {
  type CsvStyle,
  type RowWriter,
  rowWriter,
  type Value,
  withoutFormulas,
} from '../output/output-formats.ts';
import { openAreaPositions } from '../row/area-positions.ts';
import { type EnrichedRow, enrichRow } from '../row/enrich-row.ts';
import { type Enrichment, type LocalData, lookupsIn, type SumRules } from '../row/enrichment.ts';
import { amountOf, type RowAmount } from '../summary/amounts.ts';
import type { ExposurePlan } from '../summary/exposure.ts';
import { factsOf } from '../summary/groups.ts';
import { count, newTally, type Tally } from '../summary/tally.ts';
import { type Added, addedNames, addedValues } from './added-columns.ts';
import { type KeptRow, keptRow } from './kept-rows.ts';
import { oedNames, oedValues } from './oed.ts';

/** How a file is enriched. Plain data, so that every thread receives the same plan. */
export interface Plan extends Omit<ReadingRules, 'typeWords'>, Added {
  readonly header: readonly string[];
  readonly columns: Columns;
  /** Columns that are not read, but look as if they had what the run lacks. */
  readonly unclear: readonly UnclearColumn[];
  /** Property types of words of the file, before those that are loaded. */
  readonly typeWords: readonly (readonly [string, PropertyType])[];
  readonly style: CsvStyle;
  readonly minConfidence: number;
  /** Whether rows that repeat an earlier one are left out of the totals. */
  readonly dropsRepeated: boolean;
  /** Whether rows with an implausible sum are left out of the totals and circles. */
  readonly dropsImplausible: boolean;
  readonly sums: SumRules;
  readonly exposure: ExposurePlan;
  /** Whether rows are kept, so that they can be listed and corrected. */
  readonly keepsRows: boolean;
  readonly terms: CostTerms;
  /** The layers that have rows. */
  readonly loaded: readonly Layer[];
}

/** A batch of enriched rows: their text in the output format, and their counts. */
export interface EnrichedBatch {
  readonly text: string;
  readonly tally: Tally;
  /** Of the rows with a certain position. */
  readonly amounts: readonly RowAmount[];
  /** The rows, if the plan keeps them. */
  readonly kept: readonly KeptRow[];
}

/** The row writer of a plan. An added column whose name is taken gets a number: `problem_2`. */
export function writerOf(plan: Plan): RowWriter {
  const { format, header, style } = plan;
  const names = format === 'oed' ? oedNames : [...header, ...uniqueNames(addedNames(plan), header)];
  return rowWriter(format, names, style);
}

/** The data and options that `enrichRow` needs for this plan. */
export function enrichmentOf(plan: Plan, data: LocalData): Enrichment {
  const { columns, loaded, placeTypes, noParcel, minConfidence, today, terms, sums } = plan;
  const { withBuildings } = plan;
  const hasType = columns.property_type !== undefined || columns.use !== undefined;
  const hasBuildingColumns = hasType && columns.build_area !== undefined;
  const sections = new Set<'parcel' | 'cost' | 'places'>();
  if (loaded.includes('parcels') && !noParcel) sections.add('parcel');
  if (loaded.includes('costs') && hasBuildingColumns) sections.add('cost');
  if (loaded.includes('places') && placeTypes.length > 0) sections.add('places');
  const { addresses } = data.edition;
  const loadedLookups = lookupsIn(data);
  const typeWords = new Map([...loadedLookups.typeWords, ...plan.typeWords]);
  const lookups = { ...loadedLookups, typeWords };
  const areas = openAreaPositions(addresses, lookups.searchAddress);
  const zoneKinds = plan.zoneKinds.map(({ kind }) => kind);
  const gridKinds = [...new Set(plan.gridColumns.map(({ kind }) => kind))];
  const options = {
    placeTypes,
    minConfidence,
    today,
    terms,
    sums,
    sections,
    zoneKinds,
    withBuildings,
    gridKinds,
  };
  return { addresses, lookups, areas, ...options };
}

/** Enriches rows in their order. */
export async function enrichBatch(
  plan: Plan,
  enrichment: Enrichment,
  rows: readonly InputRow[],
): Promise<EnrichedBatch> {
  const writer = writerOf(plan);
  const tally = newTally();
  const texts: string[] = [];
  const amounts: RowAmount[] = [];
  const kept: KeptRow[] = [];
  for (const row of rows) {
    const { cells, fields, gained, messages } = await enrichCells(plan, enrichment, row);
    noteMissingLetters(plan, cells, () => addedValues(gained, messages, plan), messages);
    const facts = factsOf(row, fields, gained, messages, plan);
    count(tally, facts, gained, messages, plan.language);
    if (facts.leftOutAs === undefined) amounts.push(...amountOf(gained, facts));
    if (plan.keepsRows) kept.push(keptRow(row, plan, fields, gained, messages));
    if (plan.format !== 'oed') {
      texts.push(writer.row(cells, addedValues(gained, messages, plan), row.kinds));
    } else if (fields && gained && !facts.isLeftOutOfOed) {
      texts.push(writer.row([], oedValues({ line: row.line, fields, gained })));
    }
  }
  return { text: texts.join(writer.between), tally, amounts, kept };
}

interface EnrichedCells {
  readonly cells: readonly string[];
  readonly fields: RowFields | undefined;
  readonly gained: EnrichedRow | undefined;
  readonly messages: RowMessages;
}

/** A row with another number of cells than the header is not enriched: its cells may be shifted. */
async function enrichCells(
  plan: Plan,
  enrichment: Enrichment,
  row: InputRow,
): Promise<EnrichedCells> {
  const { header } = plan;
  const misfit = misfitOf(row, header.length) ?? totalsOf(row, plan.columns);
  const cells = header.map((_, i) => withReplacementCharacters(row.cells[i] ?? ''));
  const messages = messagesOnCells(plan, row);
  if (misfit) {
    messages.problems.unshift(misfit);
    return { cells, fields: undefined, gained: undefined, messages };
  }
  const { fields, problems, notes } = readFields(readableCells(row), plan.columns, {
    ...plan,
    typeWords: enrichment.lookups.typeWords,
  });
  const gained = await enrichRow(enrichment, fields);
  messages.problems.push(...withoutRepeatedProblems(problems, gained.problems));
  messages.notes.push(...notes, ...gained.notes);
  return { cells, fields, gained, messages };
}

function misfitOf({ line, cells, unreadable }: InputRow, width: number): RowMessage | undefined {
  if (unreadable !== undefined) {
    return { code: 'row_unreadable', values: { line, reason: unreadable } };
  }
  const extra = cells.slice(width);
  if (cells.length >= width && extra.every(cell => cell === '')) return undefined;
  const code = cells.length < width ? 'too_few_cells' : 'too_many_cells';
  return { code, values: { line, cells: cells.length, width } };
}

/** What a row of totals leaves empty, and what no property is without. */
const locating = ['postal_code', 'kaek_code', 'latitude', 'x'] as const;
const identifying = [...locating, 'property_type', 'construction_year', 'reference'] as const;
const summed = ['build_area', 'basement_area_m2', 'auxiliary_area_m2', ...insuredFields] as const;

/** A row of totals would double every sum, and its name may be that of a village. */
function totalsOf(row: InputRow, columns: Columns): RowMessage | undefined {
  const cells = readableCells(row);
  const has = (field: Field) => {
    const text = textOf(cells, columns, field);
    return text !== '' && !isNameOfTotals(text);
  };
  const isNamed = cells.some(isWholeNameOfTotals) && !locating.some(has);
  if (!isNamed && identifying.some(has)) return undefined;
  const filled = [...cells.keys()].filter(i => cells[i]!.trim() !== '');
  const amounts = new Set(summed.map(field => columns[field]));
  const used = new Set(Object.values(columns));
  // A sum may stand below a column that is not read, too.
  const isAmount = (i: number) =>
    amounts.has(i) || (!used.has(i) && /^[\d.,\s€]+$/.test(cells[i]!));
  const hasOnlyAmounts = filled.some(i => amounts.has(i)) && filled.every(isAmount);
  if (!hasOnlyAmounts && !filled.some(i => isNameOfTotals(cells[i]!))) return undefined;
  return { code: 'totals', values: { line: row.line } };
}

/** Drops "a field is missing" for the cost when the field's own problem is reported already. */
function withoutRepeatedProblems(
  read: readonly RowMessage[],
  gained: readonly RowMessage[],
): RowMessage[] {
  const isRead = read.some(({ field = '' }) =>
    ['property_type', 'use', 'build_area'].includes(field),
  );
  return [...read, ...gained.filter(({ code }) => !isRead || code !== 'building_missing')];
}

/** A number of a workbook that would be thousands in a text: 85.125. */
const likeThousands = /^-?\d{1,3}\.\d{3}$/;

/**
 * The cells for reading their fields. A cell with a fault counts as empty. A further zero shows that
 * the point of a workbook's number is its decimal sign.
 */
function readableCells({ cells, kinds, faults = [] }: InputRow): readonly string[] {
  if (kinds === undefined) return cells;
  const readable = cells.map((cell, i) =>
    kinds[i] === 'n' && likeThousands.test(cell) ? `${cell}0` : cell,
  );
  for (const { column } of faults) readable[column] = '';
  return readable;
}

/** Notes that a row has a character which the encoding of the output does not have. */
function noteMissingLetters(
  { format, style }: Plan,
  cells: readonly string[],
  added: () => readonly Value[],
  { notes }: RowMessages,
): void {
  if (format !== 'csv' || style.encoding.startsWith('utf-')) return;
  const { firstMissing } = textEncoding(style.encoding);
  const letter = firstMissing([...cells, ...added()].join(''));
  if (letter === undefined) return;
  const character = letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const values = { encoding: style.encoding, character };
  notes.push(rowMessage('row', 'not_in_output_encoding', values));
}

/** Problems and notes that concern every cell, also of columns that are not used. */
function messagesOnCells(
  { header, columns, format }: Plan,
  { cells, faults = [], sameAs }: InputRow,
): RowMessages {
  const messages = noMessages();
  const used = new Set(Object.values(columns));
  for (const { column, problem } of faults) {
    const list = used.has(column) ? messages.problems : messages.notes;
    list.push(rowMessage(header[column]!, 'cell_not_usable', { reason: problem }));
  }
  if (sameAs !== undefined) {
    messages.problems.push(rowMessage('row', 'repeated_row', { line: sameAs }));
  }
  header.forEach((name, i) => {
    const cell = cells[i] ?? '';
    if (withReplacementCharacters(cell) !== cell)
      messages.problems.push(rowMessage(name, 'not_valid_in_encoding'));
    if (format === 'csv' && withoutFormulas(cell, i === 0) !== cell) {
      messages.notes.push(rowMessage(name, 'formula_as_text'));
    }
    if (format === 'xlsx' && cell.length > longestCell) {
      messages.notes.push(rowMessage(name, 'text_cut', { most: longestCell }));
    }
  });
  return messages;
}
