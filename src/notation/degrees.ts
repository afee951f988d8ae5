import { readCoordinate } from './numbers.ts';

/** An axis of geographic coordinates: its letters in Latin and Greek, and its range. */
export interface Axis {
  readonly most: number;
  /** How to write a place on it, for messages. */
  readonly example: string;
  /** `Ν` is no letter of an axis: it is north to some and south (Νότος) to others. */
  readonly plus: RegExp;
  readonly minus: RegExp;
}

export const latitudeAxis: Axis = {
  most: 90,
  example: `37.97 or 37°58'12"N`,
  plus: /^[NBΒ]$/i,
  minus: /^S$/i,
};
export const longitudeAxis: Axis = {
  most: 180,
  example: `23.73 or 23°43'48"E`,
  plus: /^[EAΑ]$/i,
  minus: /^W$/i,
};

const decimal = String.raw`\d+(?:[.,]\d+)?`;
const minute = `['’′]`;
const second = `(?:["”″]|['’′]{2})`;
const letter = '([A-ZΑ-Ω]?)';
/** `37°58'12.5"N`, `37° 58,208'`, `37.97°`: the signs of degrees, minutes and seconds. */
const withSigns = new RegExp(
  String.raw`^(\d+)\s*[°º]\s*(?:(\d+)\s*${minute}\s*(?:(${decimal})\s*${second})?|(${decimal})\s*${minute})\s*${letter}$`,
  'i',
);
const withOneSign = new RegExp(String.raw`^(${decimal})\s*[°º]\s*()()()${letter}$`, 'i');
/** `37 58 12.5 N` and `37:58:12.5`. */
const withoutSigns = new RegExp(
  String.raw`^(\d+)[\s:]+(\d+)[\s:]+(${decimal})()\s*${letter}$`,
  'i',
);

/**
 * Reads degrees of an axis: a decimal number, or degrees, minutes and seconds with or without the
 * letter of the axis. Undefined if the text is neither, or for another axis.
 */
export function readDegrees(text: string, axis: Axis): number | undefined {
  return readCoordinate(text) ?? readSexagesimal(text, axis);
}

function readSexagesimal(text: string, { plus, minus }: Axis): number | undefined {
  const found = withSigns.exec(text) ?? withOneSign.exec(text) ?? withoutSigns.exec(text);
  if (!found) return undefined;
  const [degrees, wholeMinutes, seconds, minutes] = found.slice(1, 5).map(numberOf);
  const ofMinutes = wholeMinutes! + minutes!;
  const [direction] = found.slice(5);
  const sign = !direction || plus.test(direction) ? 1 : minus.test(direction) ? -1 : Number.NaN;
  if (ofMinutes >= 60 || seconds! >= 60 || Number.isNaN(sign)) return undefined;
  const value = degrees! + ofMinutes / 60 + seconds! / 3600;
  // A centimetre, as in responses.
  return (sign * Math.round(value * 1e7)) / 1e7;
}

function numberOf(text: string | undefined): number {
  return Number((text ?? '').replace(',', '.'));
}
