import type { Position } from '../../../geo/polygon.ts';

/** The position of a `gml:pos`, x first: its numbers are those of one position. */
export function parsePos(text: string, yFirst: boolean): Position[] {
  const { length } = numbersIn(text);
  if (length > 3) throw new RangeError(`geometry: ${length} numbers, expected one position`);
  return parsePosList(text, length === 3 ? 3 : 2, yFirst);
}

/** The positions of a `gml:posList`, x first; throws a RangeError for a non-number. */
export function parsePosList(text: string, dimension: number, yFirst: boolean): Position[] {
  const numbers = numbersIn(text);
  if (numbers.length % dimension !== 0) {
    throw new RangeError(`geometry: ${numbers.length} numbers, expected ${dimension} a position`);
  }
  const positions: Position[] = [];
  for (let i = 0; i < numbers.length; i += dimension) {
    positions.push(position(numbers[i]!, numbers[i + 1]!, yFirst));
  }
  return positions;
}

function numbersIn(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
}

/** The notation of the older `gml:coordinates`; a missing attribute means GML's default. */
export interface CoordinatesForm {
  readonly decimal?: string;
  readonly cs?: string;
  readonly ts?: string;
}

/** The positions of a `gml:coordinates`, x first; throws a RangeError for a non-number. */
export function parseCoordinates(text: string, form: CoordinatesForm, yFirst: boolean): Position[] {
  const { decimal = '.', cs = ',', ts = ' ' } = form;
  const tuples = text.trim().split(ts.trim() === '' ? /\s+/ : ts);
  return tuples.map(tuple => {
    const [first = '', second = ''] = tuple.split(cs);
    return position(first.replace(decimal, '.'), second.replace(decimal, '.'), yFirst);
  });
}

function position(first: string, second: string, yFirst: boolean): Position {
  const a = toNumber(first);
  const b = toNumber(second);
  return yFirst ? [b, a] : [a, b];
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && text !== '') return number;
  throw new RangeError(`geometry: expected a number, got ${JSON.stringify(text.slice(0, 40))}`);
}
