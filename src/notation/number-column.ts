import { type DecimalSign, describeReadings, hasTwoReadings, numberReadings } from './numbers.ts';

/** A number of a column, or why the column cannot be read, or undefined if it is no number. */
export type ColumnNumber =
  | { readonly value: number }
  | { readonly contradiction: string }
  | undefined;

/**
 * Parses the numbers of one column in sequence. If a number shows its decimal sign, that is used. A
 * number with two readings uses `usual`, the sign that fits the file's separator. The column is
 * contradictory in three cases: its numbers show both signs; a number has two readings and `usual`
 * is undefined; or it has two readings and another number shows the other sign. So the order of the
 * rows does not change the result.
 */
export function openNumberColumn(usual: DecimalSign | undefined): (text: string) => ColumnNumber {
  /** The first text of each kind. */
  const seen: Partial<Record<DecimalSign | 'both', string>> = {};
  return text => {
    const readings = numberReadings(text);
    const { comma, point } = readings;
    if (comma === point) return comma === undefined ? undefined : { value: comma };
    const kind = hasTwoReadings(readings) ? 'both' : comma !== undefined ? ',' : '.';
    if (seen[kind] === undefined) {
      seen[kind] = text;
      const contradiction = contradictionIn(seen, usual);
      if (contradiction !== undefined) return { contradiction };
    }
    const sign = kind === 'both' ? usual : kind;
    return { value: (sign === ',' ? comma : point)! };
  };
}

function contradictionIn(
  { both, ',': comma, '.': point }: Partial<Record<DecimalSign | 'both', string>>,
  usual: DecimalSign | undefined,
): string | undefined {
  if (comma !== undefined && point !== undefined) {
    return `${comma} has a decimal comma and ${point} a decimal point`;
  }
  if (both === undefined) return undefined;
  if (usual === undefined) return `${describeReadings(both)}, and the file does not show which`;
  const unusual = usual === ',' ? point : comma;
  return unusual === undefined
    ? undefined
    : `${describeReadings(both)}: the separator of the file goes with a decimal ${nameOf(usual)}, but ${unusual} is in the same column`;
}

function nameOf(sign: DecimalSign): string {
  return sign === ',' ? 'comma' : 'point';
}
