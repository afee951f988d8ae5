import { KtimaError } from '../../errors.ts';
import { type ColumnNumber, openNumberColumn } from '../../notation/number-column.ts';
import { numberReadings } from '../../notation/numbers.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import type { DatasetOptions } from './dataset.ts';

/** How spreadsheets write money. */
const euro = /^€\s*|\s*€$/;

/**
 * Reads numbers out of the columns of a file: typed ones as they are, texts by the habit of the
 * file. A column that can be read in two ways refuses the file; what is no number is undefined.
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
      `${reader.unit} ${number}: column ${column}: ${read.contradiction}; tell with --decimals comma or --decimals point`,
    );
  };
}
