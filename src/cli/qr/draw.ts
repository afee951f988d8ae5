import { type Line, styled } from '../terminal.ts';
import { qrMatrix } from './matrix.ts';

/** The light border a reader needs, in modules. */
const quietZone = 4;

/** A text as a QR code for a terminal, two rows of modules a line; none when it is too long. */
export function drawQr(text: string): Line[] {
  const matrix = qrMatrix(text);
  if (!matrix) return [];
  const size = matrix.length;
  const isDark = (x: number, y: number) => matrix[y]?.[x] === true;
  const lines: Line[] = [];
  for (let y = -quietZone; y < size + quietZone; y += 2) {
    let line = '';
    for (let x = -quietZone; x < size + quietZone; x++) {
      line += blocks[Number(isDark(x, y)) * 2 + Number(isDark(x, y + 1))];
    }
    // Dark on light whatever the colours of the terminal.
    lines.push([styled(['black', 'bgWhiteBright'], line)]);
  }
  return lines;
}

const blocks = [' ', '▄', '▀', '█'];
