import { type DecimalSign, hasTwoReadings, numberReadings, tellReadings } from './numbers.ts';

/** A number of a column, why the whole column cannot be read, or undefined for no number. */
export type ColumnNumber =
  | { readonly value: number }
  | { readonly contradiction: string }
  | undefined;

/**
 * Reads the numbers of one column as they come. A number that shows its decimal sign is read by
 * it; one with two readings is read by `usual`, the sign that goes with the file. The column
 * contradicts itself where its numbers show both signs, or where one has two readings and nothing
 * decides, or another shows the unusual sign. So no order of the rows changes what is read.
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
  if (usual === undefined) return `${tellReadings(both)}, and the file does not show which`;
  const unusual = usual === ',' ? point : comma;
  return unusual === undefined
    ? undefined
    : `${tellReadings(both)}: the separator of the file goes with a decimal ${nameOf(usual)}, but ${unusual} stands in the same column`;
}

function nameOf(sign: DecimalSign): string {
  return sign === ',' ? 'comma' : 'point';
}
