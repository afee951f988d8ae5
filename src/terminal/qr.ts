import { renderUnicodeCompact } from 'uqr';
import { type Line, styled } from './print.ts';

/** The light border a reader needs, in modules. */
const quietZone = 4;

/** The most that a QR code of correction level L holds. */
const mostBytes = 2_953;

/** A text as a QR code for a terminal, two rows of modules a line; none when it is too long. */
export function drawQr(text: string): Line[] {
  if (Buffer.byteLength(text) > mostBytes) return [];
  const drawn = renderUnicodeCompact(text, { ecc: 'L', border: quietZone, invert: true });
  // Dark on light whatever the colours of the terminal.
  return drawn.split('\n').map(line => [styled(['black', 'bgWhiteBright'], line)]);
}
