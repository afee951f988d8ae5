import { renderUnicodeCompact } from 'uqr';
import { type Line, styled } from './print.ts';

/** The light border that a scanner needs, in modules. */
const quietZone = 4;

/** The capacity of a QR code with correction level L. */
const mostBytes = 2_953;

/** A QR code for a terminal, with two rows of modules per line; no lines if the text is too long. */
export function drawQr(text: string): Line[] {
  if (Buffer.byteLength(text) > mostBytes) return [];
  const drawn = renderUnicodeCompact(text, { ecc: 'L', border: quietZone, invert: true });
  // Dark on light, whatever the colours of the terminal are.
  return drawn.split('\n').map(line => [styled(['black', 'bgWhiteBright'], line)]);
}
