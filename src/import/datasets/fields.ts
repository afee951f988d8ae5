import { KtimaError } from '../../errors.ts';
import type { Row } from '../readers/csv.ts';

/** Reads typed values out of a row; what does not fit is an error that names file, line and field. */
export function fieldsOf({ where, fields }: Row) {
  const refuse = (field: string, expected: string): never => {
    throw new KtimaError(
      'BAD_DATA',
      `${where}: ${field}: expected ${expected}, got ${JSON.stringify(fields[field] ?? null)}`,
    );
  };
  const text = (field: string): string => fields[field]?.trim() || refuse(field, 'a text');
  return {
    text,
    textOrNull: (field: string): string | null => fields[field]?.trim() || null,
    number(field: string, least: number, most: number): number {
      const value = Number(text(field));
      return value >= least && value <= most
        ? value
        : refuse(field, `a number from ${least} to ${most}`);
    },
    matching(field: string, pattern: RegExp, expected: string): string {
      const value = text(field);
      return pattern.test(value) ? value : refuse(field, expected);
    },
    oneOf<T extends string>(field: string, allowed: readonly T[]): T {
      const value = text(field);
      return allowed.find(a => a === value) ?? refuse(field, `one of ${allowed.join(', ')}`);
    },
  };
}
