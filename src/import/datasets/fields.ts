import { Refused } from './refused.ts';

type Properties = Readonly<Record<string, unknown>>;

const decimalNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The name of a column as ours are written: `Postal Code` and `POSTAL-CODE` are `postal_code`. */
export function columnName(name: string): string {
  return name.toLowerCase().replace(/[\s-]+/g, '_');
}

/**
 * Reads typed values out of a row's columns, whose names need not be written as ours; what does
 * not fit is refused, naming the field.
 */
export function fieldsOf(properties: Properties) {
  const columnOf = (field: string) =>
    field in properties ? field : Object.keys(properties).find(name => columnName(name) === field);
  const valueIn = (field: string) => properties[columnOf(field) ?? field];
  const has = (field: string) => columnOf(field) !== undefined;
  const textOrNull = (field: string) => String(valueIn(field) ?? '').trim() || null;
  const text = (field: string): string => {
    const value = textOrNull(field);
    if (value !== null) return value;
    if (!has(field)) throw new Refused(field, 'a column of this name');
    throw new Refused(field, 'a text', valueIn(field));
  };
  return {
    has,
    text,
    textOrNull,
    number(field: string, least: number, most: number): number {
      if (!has(field)) throw new Refused(field, 'a column of this name');
      const typed = textOrNull(field) ?? '';
      const value = decimalNumber.test(typed) ? Number(typed) : Number.NaN;
      if (value >= least && value <= most) return value;
      throw new Refused(field, `a number from ${least} to ${most}`, valueIn(field));
    },
    matching(field: string, pattern: RegExp, expected: string): string {
      const value = text(field);
      if (pattern.test(value)) return value;
      throw new Refused(field, expected, value);
    },
    oneOf<T extends string>(field: string, allowed: readonly T[]): T {
      const value = text(field);
      const found = allowed.find(a => a === value);
      if (found !== undefined) return found;
      throw new Refused(field, `one of ${allowed.join(', ')}`, value);
    },
  };
}
