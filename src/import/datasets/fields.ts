import { Refused } from './refused.ts';

type Properties = Readonly<Record<string, unknown>>;

const decimalNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Reads typed values out of a row's columns; what does not fit is refused, naming the field. */
export function fieldsOf(properties: Properties) {
  const textOrNull = (field: string) => String(properties[field] ?? '').trim() || null;
  const text = (field: string): string => {
    const value = textOrNull(field);
    if (value !== null) return value;
    if (!(field in properties)) throw new Refused(field, 'a column of this name');
    throw new Refused(field, 'a text', properties[field]);
  };
  return {
    text,
    textOrNull,
    number(field: string, least: number, most: number): number {
      if (!(field in properties)) throw new Refused(field, 'a column of this name');
      const typed = textOrNull(field) ?? '';
      const value = decimalNumber.test(typed) ? Number(typed) : Number.NaN;
      if (value >= least && value <= most) return value;
      throw new Refused(field, `a number from ${least} to ${most}`, properties[field]);
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
