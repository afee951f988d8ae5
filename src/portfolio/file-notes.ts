import { type LoadedSource, sampleSource } from '../store/store.ts';
import type { Plan } from './enrich-batch.ts';
import { rivalColumns } from './fields/columns.ts';
import { unusedColumnNotes } from './fields/unused-columns.ts';

/** Notes on the whole file: columns that are not used, what the output lacks and why, and which layers are sample data. */
export function fileNotes(
  plan: Plan,
  mapped: readonly string[],
  sources: readonly LoadedSource[],
): string[] {
  const { header, columns, placeTypes, noParcel, loaded } = plan;
  const notes = unusedColumnNotes(header, columns, rivalColumns(header, columns, mapped));
  const missing = (['property_type', 'build_area'] as const).filter(
    field => columns[field] === undefined,
  );
  if (missing.length > 0) notes.push(`no column for ${missing.join(' and ')}: no costs`);
  if (!loaded.includes('costs')) notes.push('no cost table is loaded: no costs');
  if (!loaded.includes('parcels') && !noParcel)
    notes.push('no parcels are loaded: the parcel columns stay empty');
  if (placeTypes.length > 0 && !loaded.includes('places'))
    notes.push('no places are loaded: none counted');
  const sample = sources.filter(({ source }) => source === sampleSource).map(({ layer }) => layer);
  if (sample.length > 0) notes.push(`sample data, for trying out: ${sample.join(', ')}`);
  return notes;
}
