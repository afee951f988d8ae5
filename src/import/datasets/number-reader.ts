import { KtimaError } from '../../errors.ts';
import { type ColumnNumber, numberReadings, openNumberColumn } from '../../notation/numbers.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import type { DatasetOptions } from './dataset.ts';

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
    throw new KtimaError(
      'BAD_DATA',
      `${reader.unit} ${number}: column ${column}: ${read.contradiction}; choose --decimals comma or --decimals point`,
    );
  };
}
