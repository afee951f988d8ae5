import type { PropertyType } from '#domain/property/cost/building.ts';
import type { Columns } from '../fields/columns.ts';
import type { RowFields } from '../fields/read-fields.ts';
import type { InputRow } from '../input/input-row.ts';
import {
  firstMessages,
  type Message,
  type RowMessage,
  type RowMessages,
} from '../messages/row-messages.ts';
import { type EnrichedRow, positionLevel } from '../row/enrich-row.ts';
import type { PositionLevel } from '../row/position-levels.ts';
import { certaintyOf } from '../summary/groups.ts';
import type { Certainty } from '../summary/summary-body.ts';

/** A row as it is listed and corrected after its run. Plain data: threads post it. */
export interface KeptRow {
  readonly line: number;
  readonly address: string | undefined;
  readonly reference: string | undefined;
  readonly level: PositionLevel | undefined;
  readonly propertyType: PropertyType | undefined;
  readonly areaM2: number | undefined;
  readonly constructionYear: number | undefined;
  readonly sumInsuredEur: number | undefined;
  readonly contentsSumInsuredEur: number | undefined;
  readonly interruptionSumInsuredEur: number | undefined;
  readonly asNewEur: number | undefined;
  readonly asIsEur: number | undefined;
  readonly insuredRatio: number | undefined;
  readonly certainty: Certainty;
  /** Of a certain place only. */
  readonly latitude: number | undefined;
  readonly longitude: number | undefined;
  /** At most `mostMessages`, so that a row stays small. */
  readonly problem: readonly RowMessage[];
  readonly notes: readonly RowMessage[];
  /** The cells of the columns that are read, by column, as the file has them. */
  readonly cells: Readonly<Record<string, string>>;
  /** Whether its cells are those of the columns: a row that is shifted is corrected in the file. */
  readonly isWhole: boolean;
}

/** The longest cell that is kept, and that a correction may have. */
export const longestKeptCell = 300;

/** The kept facts of a row; of one that could not be read, only its problem. */
export function keptRow(
  { line, cells, asSent = cells }: InputRow,
  { header, columns }: { readonly header: readonly string[]; readonly columns: Columns },
  fields: RowFields | undefined,
  gained: EnrichedRow | undefined,
  { problems, notes }: RowMessages,
): KeptRow {
  const position = gained?.isCertain ? gained.subject?.position : undefined;
  const read = Object.values(columns).filter(at => (asSent[at] ?? '').length <= longestKeptCell);
  return {
    line,
    address: fields?.address,
    reference: fields?.reference,
    level: gained && positionLevel(gained),
    propertyType: fields?.building.propertyType,
    areaM2: fields?.building.buildAreaM2,
    constructionYear: fields?.building.constructionYear,
    sumInsuredEur: fields?.building.sumInsured,
    contentsSumInsuredEur: fields?.contentsSumInsured,
    interruptionSumInsuredEur: fields?.interruptionSumInsured,
    asNewEur: gained?.cost?.asNew,
    asIsEur: gained?.cost?.asIs,
    insuredRatio: gained?.cost?.insuredRatio,
    certainty: certaintyOf(gained),
    latitude: position?.latitude,
    longitude: position?.longitude,
    problem: firstMessages(problems),
    notes: firstMessages(notes),
    cells: fields ? Object.fromEntries(read.map(at => [header[at], asSent[at] ?? ''])) : {},
    isWhole: fields !== undefined,
  };
}

/** Corrected cells: by line, then by column. */
export type Corrections = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** The rows of a file with the corrected cells in place of those that were sent. */
export async function* withCorrections(
  rows: AsyncIterable<InputRow>,
  header: readonly string[],
  corrections: Corrections = new Map(),
): AsyncGenerator<InputRow> {
  for await (const row of rows) {
    const own = corrections.get(row.line);
    yield own && row.unreadable === undefined ? correctedRow(row, header, own) : row;
  }
}

/** A whole number, or one with decimals that are not thousands: Excel stores what was typed as a number. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:[.,](?:\d{1,2}|\d{4,9}))?$/;

function correctedRow(
  row: InputRow,
  header: readonly string[],
  corrected: Readonly<Record<string, string>>,
): InputRow {
  const cells = [...row.cells];
  const kinds = row.kinds === undefined ? undefined : [...row.kinds];
  const changed = new Set<number>();
  for (const [column, text] of Object.entries(corrected)) {
    const at = header.indexOf(column);
    if (at === -1 || at >= cells.length) continue;
    changed.add(at);
    // A text stays a text, as a postal code with its zeros.
    const isNumber = kinds !== undefined && (kinds[at] !== 't' || cells[at] === '');
    const asNumber = isNumber && plainNumber.test(text);
    cells[at] = asNumber ? text.replace(',', '.') : text;
    if (kinds) kinds[at] = asNumber ? 'n' : 't';
  }
  const faults = row.faults?.filter(({ column }) => !changed.has(column));
  return {
    ...row,
    cells,
    ...(kinds && { kinds: kinds.join('') }),
    ...(faults && { faults }),
    asSent: row.cells,
  };
}

/** The notes on a file whose cells were corrected, for its audit; none without corrections. */
export function correctionNotes(
  header: readonly string[],
  corrections: Corrections = new Map(),
): Message[] {
  const lines = [...corrections.keys()].sort((a, b) => a - b);
  const hasColumns = (line: number) =>
    Object.keys(corrections.get(line)!).every(column => header.includes(column));
  const notes = [
    ['rows_corrected', lines.filter(hasColumns)],
    ['corrections_lost', lines.filter(line => !hasColumns(line))],
  ] as const;
  return notes.flatMap(([code, of]): Message[] => {
    const named = of.slice(0, 50).join(', ') + (of.length > 50 ? ' …' : '');
    return of.length === 0 ? [] : [{ code, values: { rows: of.length, lines: named } }];
  });
}
