import { badData } from '#tools/errors.ts';
import { plainName } from '#tools/notation/column-names.ts';
import { dayReadings, isEmptyDate } from '#tools/notation/days.ts';
import { type Axis, latitudeAxis, longitudeAxis, readDegrees } from '#tools/notation/degrees.ts';
import {
  type ColumnNumber,
  numberReadings,
  openNumberColumn,
  readCoordinate,
  readMetres,
} from '#tools/notation/numbers.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import { type OtherNames, openColumns } from './column-fields.ts';
import { type DatasetOptions, Refused } from './dataset.ts';

/** The longest text of a field, in characters. Names of towns are compared with it letter by letter. */
const longestText = 1_000;

/**
 * Makes a function that reads typed values from a feature's columns; `columnName` matches the names,
 * also `own` ones.
 * A value that does not fit refuses the row and names the field. A column whose numbers are
 * ambiguous refuses the file.
 */
export function openFields(reader: FeatureReader, options: DatasetOptions, own?: OtherNames) {
  const readNumber = numberReader(reader, options);
  const columnsIn = openColumns(own);
  const missingColumns = (missing: readonly string[]) =>
    new Refused(
      missing.join(', '),
      missing.length === 1 ? `a column of this name${advice}` : `columns of these names${advice}`,
    );
  const advice = options.map
    ? ', --map FIELD=COLUMN, or --set FIELD=VALUE for one value in all rows'
    : '';

  return (feature: Feature) => {
    const { properties } = feature;
    const columns = columnsIn(properties);
    const columnOf = (field: string) => columns.get(field);
    const valueIn = (field: string) => properties[columnOf(field) ?? field];
    const has = (field: string) => columnOf(field) !== undefined;
    const textOrNull = (field: string): string | null => {
      const value = String(valueIn(field) ?? '').trim();
      if (value.length <= longestText) return value || null;
      throw new Refused(field, `at most ${longestText} characters`, value);
    };
    const text = (field: string): string => {
      const value = textOrNull(field);
      if (value !== null) return value;
      if (!has(field)) throw missingColumns([field]);
      throw new Refused(field, 'a text', valueIn(field));
    };
    const within = (
      field: string,
      least: number,
      most: number,
      read: (column: string) => number | undefined,
    ): number => {
      const column = columnOf(field);
      if (column === undefined) throw missingColumns([field]);
      const value = read(column) ?? Number.NaN;
      if (value >= least && value <= most) return value;
      throw new Refused(field, `a number from ${least} to ${most}`, valueIn(field));
    };
    return {
      has,
      /** Refuses the row if columns are missing, and names all of them. */
      need(fields: readonly string[]): void {
        const missing = fields.filter(field => !has(field));
        if (missing.length > 0) throw missingColumns(missing);
      },
      /** The file's name for the column of a field. */
      columnOf,
      text,
      textOrNull,
      number: (field: string, least: number, most: number): number =>
        within(field, least, most, column => readNumber(feature, column)),
      coordinate: (field: string, least: number, most: number): number =>
        within(field, least, most, () => readOnAxis(field, textOrNull(field) ?? '')),
      /** A projected coordinate. A typed number has no grouped thousands. */
      metres: (field: string): number =>
        within(field, -farthestMetres, farthestMetres, column => {
          const value = properties[column];
          return typeof value === 'number' ? value : readMetres(textOrNull(field) ?? '');
        }),
      matching(field: string, pattern: RegExp, expected: string): string {
        const value = text(field);
        if (pattern.test(value)) return value;
        throw new Refused(field, expected, value);
      },
      /** One of the allowed values; capitals and blanks are accepted. `advice` ends the message. */
      oneOf<T extends string>(field: string, allowed: readonly T[], advice = ''): T {
        const value = text(field);
        const found = allowed.find(a => a === value) ?? allowed.find(a => a === plainName(value));
        if (found !== undefined) return found;
        throw new Refused(field, `one of ${allowed.join(', ')}${advice}`, value);
      },
      /** A day as YYYY-MM-DD. */
      day: (field: string): string =>
        readDay(`${reader.unit} ${feature.number}`, field, text(field)),
    };
  };
}

const farthestMetres = 1e8;
const axes: Readonly<Record<string, Axis>> = { latitude: latitudeAxis, longitude: longitudeAxis };

/** Latitude and longitude may have minutes and seconds; degrees in `x` and `y` are plain numbers. */
function readOnAxis(field: string, text: string): number | undefined {
  const axis = axes[field];
  return axis ? readDegrees(text, axis) : readCoordinate(text);
}

/** Reads a date, day first. A date that is only valid month first throws: the whole column is so. */
function readDay(where: string, field: string, value: string): string {
  if (isEmptyDate(value)) {
    throw new Refused(field, 'a date, not the one that programs write for an empty cell', value);
  }
  const { dayFirst, monthFirst } = dayReadings(value);
  if (dayFirst !== undefined) return dayFirst;
  if (monthFirst === undefined) {
    throw new Refused(field, 'a date as YYYY-MM-DD or day/month/year', value);
  }
  throw badData(
    `${where}: ${field}: ${value} has the month first, while days are read day first; write ${monthFirst}`,
  );
}

/** The fields of one row. */
export type Fields = ReturnType<ReturnType<typeof openFields>>;

/** The euro sign of amounts from spreadsheets. */
const euro = /^€\s*|(?<!\s)\s*€$/;

/**
 * Reads numbers from the columns of a file. Typed numbers are used as they are; for text the decimal
 * sign is detected in each column. An ambiguous column throws for the whole file. Text that is not a
 * number returns undefined.
 */
export function numberReader(reader: FeatureReader, { decimals }: DatasetOptions) {
  const columns = new Map<string, (text: string) => ColumnNumber>();
  const readText = (column: string, text: string): ColumnNumber => {
    const known = columns.get(column) ?? openNumberColumn(reader.decimalSign?.());
    columns.set(column, known);
    return known(text);
  };
  return ({ number, properties }: Feature, column: string): number | undefined => {
    const value = properties[column];
    if (typeof value === 'number') return value;
    const text = String(value ?? '')
      .trim()
      .replace(euro, '');
    if (decimals !== undefined) return numberReadings(text)[decimals === ',' ? 'comma' : 'point'];
    const read = readText(column, text);
    if (!read || 'value' in read) return read?.value;
    throw badData(
      `${reader.unit} ${number}: column ${column}: ${read.contradiction}; choose --decimals comma or --decimals point`,
    );
  };
}
