import { basename } from 'node:path';
import { type Layer, type LayerRows, sampleColumn } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { isUnreadable, type Progress } from '#tools/files/bytes.ts';
import { listed, plainName } from '#tools/notation/column-names.ts';
import type { AddRow } from './add-rows.ts';
import { columnRenamer, noneSeen } from './column-renamer.ts';
import { openColumns } from './datasets/column-fields.ts';
import {
  type Dataset,
  type DatasetOptions,
  mapOption,
  type Note,
  Refused,
  Repeated,
} from './datasets/dataset.ts';
import { openReader } from './readers/open-reader.ts';
import type { Feature, FeatureReader } from './readers/reader.ts';
import type { Tally } from './report.ts';
import type { Feed } from './run-import.ts';
import { isMarked } from './sample-mark.ts';
import { openTextMender } from './text-mender.ts';

/** Progress is reported after this many features. */
const progressEvery = 1_000;

/**
 * Feeds the rows of a layer from files of features in any supported format. `onSample` is called for a
 * file that was exported from the sample, before its first row.
 */
export function featureFeed<L extends Layer>(
  dataset: Dataset<L>,
  files: readonly string[],
  options: DatasetOptions,
  progress: (progress: Progress) => void,
  onSample: () => void = () => {},
): Feed<L> {
  return async (add, tally) => {
    const seen = noneSeen();
    for (const file of files) {
      const reader = await openReader(file, options.layer, options.encoding);
      const renamer = columnRenamer(
        options.map ?? [],
        dataset.hasSeveralTables && seen,
        mapOption(dataset),
      );
      await feedFile(dataset, file, reader, renamer, options, add, tally, progress, onSample);
      if (!dataset.hasSeveralTables) inFile(file, renamer.checkAllFound);
    }
    dataset.check?.(tally.note);
    if (dataset.hasSeveralTables) columnRenamer(options.map ?? [], seen).checkAllFound();
  };
}

async function feedFile<L extends Layer>(
  dataset: Dataset<L>,
  file: string,
  reader: FeatureReader,
  renamer: ReturnType<typeof columnRenamer>,
  options: DatasetOptions,
  add: AddRow<L>,
  tally: Tally,
  progress: (progress: Progress) => void,
  onSample: () => void,
): Promise<void> {
  let where = basename(file);
  const note: Note = (reason, detail) => tally.note(reason, `${where}: ${detail}`);
  const toRow = inFile(file, () => dataset.open(reader, options, note));
  const report = () =>
    progress({ doneBytes: reader.bytesRead(), totalBytes: reader.totalBytes, rows: tally.read });
  let seen = 0;
  const columnsOf = openColumns(dataset.otherNames);
  const mender = openTextMender(dataset, options.encoding !== undefined, note);
  for await (const item of reader.features()) {
    where = `${basename(file)}, ${reader.unit} ${item.number}`;
    if (isUnreadable(item)) tally.refuse(item.problem, where);
    else {
      const own = mender.mendValues(renamer.rename(mender.mendNames(item)));
      const columns = columnsOf(own.properties);
      if (seen === 0 && isMarked(item.properties)) onSample();
      if (seen === 0) noteColumns(dataset, file, own, columns, options, tally);
      const feature = withGiven(dataset, own, columns, options);
      try {
        const made = inFile(file, () => toRow(feature));
        const row = made instanceof Promise ? await made : made;
        const pause = row && add(row as LayerRows[L], where);
        if (pause) await pause;
      } catch (error) {
        if (error instanceof Repeated) tally.repeat();
        else if (!(error instanceof Refused)) throw error;
        else tally.refuse(error.reason, where, error.message);
      }
    }
    if (++seen % progressEvery === 0) report();
  }
  tally.noteAll(mender.doubtful(basename(file)));
  for (const note of reader.notes?.() ?? []) tally.note(note, basename(file));
  const encoding = reader.guessedEncoding?.();
  if (encoding)
    tally.note(`read as ${encoding}, a guess: the file does not name its encoding`, basename(file));
  report();
}

/** Adds the file's name to an error about the whole file (its columns, its coordinates). */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    throw new KtimaError(error.code, `${basename(file)}: ${error.message}`, { cause: error });
  }
}

/** A feature with the values that the options have for all rows. */
function withGiven(
  { columns: fields }: Dataset<Layer>,
  feature: Feature,
  columns: Columns,
  { given, source }: DatasetOptions,
): Feature {
  const isSource = source !== undefined && fields?.includes('source') && !columns.has('source');
  if (!given && !isSource) return feature;
  const properties = { ...(isSource && { source }), ...feature.properties, ...given };
  return { ...feature, properties };
}

/** Notes which columns are read under other names, or not at all. */
function noteColumns(
  { columns: fields }: Pick<Dataset<Layer>, 'columns'>,
  file: string,
  { properties }: Feature,
  columns: Columns,
  { map, type, given = {} }: DatasetOptions,
  tally: Tally,
): void {
  if (!fields) return;
  const isTyped = type?.all && type.ofValue.size === 0;
  const read = fields.filter(field => !(field === 'place_type' && isTyped) && !(field in given));
  const found = read.flatMap(field => {
    const column = columns.get(field);
    return column === undefined ? [] : [{ field, column }];
  });
  const renamed = found.filter(({ field, column }) => field !== column);
  tally.readAs(renamed.map(({ field, column }) => `${field}=${column}`));
  const ignored = Object.keys(properties).filter(
    name => plainName(name) !== sampleColumn && !found.some(one => one.column === name),
  );
  const advice = map ? '; --map FIELD=COLUMN reads one' : '';
  if (ignored.length > 0) {
    tally.note(`columns ignored: ${listed(ignored)}${advice}`, basename(file));
  }
}

type Columns = ReturnType<ReturnType<typeof openColumns>>;
