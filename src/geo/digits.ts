// Coordinates as text, written as bytes: quicker than `toFixed`, and the same.

export const blank = 0x20;
export const opening = 0x28;
export const closing = 0x29;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** Decimals of a degree: a centimetre. */
export const degreeDecimals = 7;

/** To compute them takes as long as all else that is done for a digit. */
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** A number in units of its last decimal: what `toFixed` rounds it to. */
export function inUnits(value: number, decimals: number): number {
  const units = Math.round(Math.abs(value) * powersOfTen[decimals]!);
  return value < 0 ? -units : units;
}

/** Writes what `toFixed` writes for coordinates, and returns where it ends. */
export function writeFixed(out: Buffer, start: number, value: number, decimals: number): number {
  const units = inUnits(value, decimals);
  // No coordinate of ours; beyond, the quotient is no longer exact.
  if (Math.abs(units) >= 1e9 * powersOfTen[decimals]!) {
    return start + out.write(value.toFixed(decimals), start, 'latin1');
  }
  return writeUnits(out, start, units, decimals);
}

/**
 * The same of a number in units of its last decimal. Both sides of the point are numbers of 32
 * bits, of which V8 takes off digits several times as fast as of others.
 */
export function writeUnits(out: Buffer, start: number, units: number, decimals: number): number {
  const scale = powersOfTen[decimals]!;
  const size = Math.abs(units);
  const whole = Math.floor(size / scale);
  let at = start;
  if (units < 0) out[at++] = minus;
  at = writeDigits(out, at, digitsOf(whole), whole);
  if (decimals === 0) return at;
  out[at] = point;
  return writeDigits(out, at + 1, decimals, size - whole * scale);
}

/** Writes what stands between two positions, rings or polygons, and returns where it ends. */
export function writeComma(out: Buffer, at: number): number {
  out[at] = comma;
  out[at + 1] = blank;
  return at + 2;
}

function writeDigits(out: Buffer, start: number, count: number, whole: number): number {
  let rest = whole | 0;
  for (let i = start + count - 1; i >= start; i--) {
    const tenth = (rest / 10) | 0;
    out[i] = zero + rest - 10 * tenth;
    rest = tenth;
  }
  return start + count;
}

function digitsOf(whole: number): number {
  let digits = 1;
  while (whole >= powersOfTen[digits]!) digits++;
  return digits;
}
