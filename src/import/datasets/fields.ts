import { Refused } from './refused.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Reads typed values out of a row's columns; what does not fit is refused, naming the field. */
export function fieldsOf(properties: Properties) {
  const textOrNull = (field: string) => String(properties[field] ?? '').trim() || null;
  const text = (field: string): string => {
    const value = textOrNull(field);
    if (value === null) throw new Refused(field, 'a text', properties[field] ?? null);
    return value;
  };
  return {
    text,
    textOrNull,
    number(field: string, least: number, most: number): number {
      const value = Number(text(field));
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
