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
const forms = [
  // `37°58'12.5"N`, `37° 58,208'`, `37.97°`
  String.raw`(?<deg>\d+)\s*[°º]\s*(?<min>\d+)\s*${minute}\s*(?<sec>${decimal})\s*${second}`,
  String.raw`(?<deg>\d+)\s*[°º]\s*(?<min>${decimal})\s*${minute}`,
  String.raw`(?<deg>${decimal})\s*[°º]`,
  // `37 58 12.5 N` and `37:58:12.5`
  String.raw`(?<deg>\d+)[\s:]+(?<min>\d+)[\s:]+(?<sec>${decimal})`,
].map(form => new RegExp(String.raw`^${form}\s*(?<dir>[A-ZΑ-Ω]?)$`, 'i'));

/**
 * Reads degrees of an axis: a decimal number, or degrees, minutes and seconds with or without the
 * letter of the axis. Undefined if the text is neither, or for another axis.
 */
export function readDegrees(text: string, axis: Axis): number | undefined {
  return readCoordinate(text) ?? readSexagesimal(text, axis);
}

function readSexagesimal(text: string, { plus, minus }: Axis): number | undefined {
  const parts = forms.map(form => form.exec(text)?.groups).find(groups => groups !== undefined);
  if (!parts) return undefined;
  const { deg, min, sec, dir } = parts;
  const minutes = numberOf(min);
  const seconds = numberOf(sec);
  const sign = !dir || plus.test(dir) ? 1 : minus.test(dir) ? -1 : undefined;
  if (minutes >= 60 || seconds >= 60 || sign === undefined) return undefined;
  const value = numberOf(deg) + minutes / 60 + seconds / 3600;
  // A centimetre, as in responses.
  return (sign * Math.round(value * 1e7)) / 1e7;
}

/** A part that is not written is 0. */
function numberOf(text = '0'): number {
  return Number(text.replace(',', '.'));
}
