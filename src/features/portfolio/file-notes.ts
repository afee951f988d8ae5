import type { Field } from '#domain/property/usual-names.ts';
import { isSampleSource, type LoadedSource } from '#storage/store/store.ts';
import type { Plan } from './batch/enrich-batch.ts';
import { type Columns, type Rival, rivalColumns } from './fields/columns.ts';
import type { SumColumn } from './fields/sum-columns.ts';
import type { UnclearColumn } from './fields/unclear-columns.ts';
import {
  firstMessages,
  type Message,
  type MessageCode,
  type MessageValues,
} from './messages/row-messages.ts';

/** Notes on the whole file: columns that are not used, what the output lacks and why, and which layers are sample data. */
export function fileNotes(
  plan: Plan,
  mapped: readonly string[],
  sources: readonly LoadedSource[],
  values: readonly (readonly string[])[] = [],
): Message[] {
  const { header, columns, placeTypes, noParcel, loaded, unclear } = plan;
  const rivals = rivalColumns(header, columns, mapped);
  const notes = unusedColumnNotes(header, columns, rivals, values, unclear, plan.sumColumns);
  const missing = (['property_type', 'build_area'] as const).filter(
    field =>
      columns[field] === undefined && !(field === 'property_type' && columns.use !== undefined),
  );
  notes.push(...sideColumnNotes(header, columns));
  for (const { field, at, multiple } of plan.sumColumns) {
    const of = { field, column: short(header[at]!) };
    if (columns[field] !== at) notes.push(noteOn('sum_added', of));
    if (multiple !== 1) notes.push(noteOn('sum_multiplied', { ...of, multiple }));
  }
  if (plan.isBareYear) {
    const column = short(header[columns.construction_year!]!);
    notes.push(noteOn('bare_year', { field: 'construction_year', column }));
  }
  if (missing.length > 0) {
    notes.push({ code: 'no_building_columns', values: { fields: missing.join(', ') } });
  }
  if (!loaded.includes('costs')) notes.push({ code: 'no_cost_table' });
  if (!loaded.includes('parcels') && !noParcel) notes.push({ code: 'no_parcels' });
  if (placeTypes.length > 0 && !loaded.includes('places')) notes.push({ code: 'no_places' });
  const sample = sources.filter(({ source }) => isSampleSource(source)).map(({ layer }) => layer);
  if (sample.length > 0)
    notes.push(noteOn('sample_data', { layers: [...new Set(sample)].join(', ') }));
  return notes;
}

function noteOn(code: MessageCode, values: MessageValues): Message {
  return { code, values };
}

/** The beginning of a column's name. */
const short = (name: string) => name.slice(0, 40);

/** What becomes of columns that are read and change no cost, or only some. */
const sideFields = {
  use: 'use_read',
  floors: 'only_kept',
  floor: 'only_kept',
  construction_class: 'only_kept',
  contents_sum_insured: 'only_kept',
  interruption_sum_insured: 'only_kept',
  reference: 'reference_read',
} as const satisfies Partial<Record<Field, MessageCode>>;

function sideColumnNotes(header: readonly string[], columns: Columns): Message[] {
  return Object.entries(sideFields).flatMap(([field, code]) => {
    const column = columns[field as keyof typeof sideFields];
    if (column === undefined) return [];
    return [noteOn(code, { field, column: short(header[column]!) })];
  });
}

/**
 * Notes on the columns that no field reads: those that could be read instead, those that seem to have
 * what is missing, and all of them with their first values.
 */
export function unusedColumnNotes(
  header: readonly string[],
  columns: Columns,
  rivals: readonly Rival[] = [],
  values: readonly (readonly string[])[] = [],
  unclear: readonly UnclearColumn[] = [],
  sums: readonly SumColumn[] = [],
): Message[] {
  const used = new Set([...Object.values(columns), ...sums.map(({ at }) => at)]);
  const asides = [
    ...rivals.map(({ field, used, other }) =>
      noteOn('more_exact_column', { field, column: short(used), than: short(other) }),
    ),
    ...unclear.map(({ field, column }) => noteOn('like_values', { field, column: short(column) })),
  ];
  const unused = header.flatMap((name, at) => {
    if (used.has(at) || name.trim() === '') return [];
    const first = values[at] ?? [];
    return [first.length > 0 ? `${short(name)} (${first.join(' | ')})` : short(name)];
  });
  const others = noteOn('columns_not_used', { columns: unused.join(', ') });
  return [...firstMessages(asides), ...(unused.length > 0 ? [others] : [])];
}
