import { styleText } from 'node:util';
import { qrMatrix } from './matrix.ts';

/** The light border a reader needs, in modules. */
const quietZone = 4;

/** A text as a QR code for a terminal, two rows of modules a line; '' when it is too long. */
export function drawQr(text: string): string {
  const matrix = qrMatrix(text);
  if (!matrix) return '';
  const size = matrix.length;
  const isDark = (x: number, y: number) => matrix[y]?.[x] === true;
  const lines: string[] = [];
  for (let y = -quietZone; y < size + quietZone; y += 2) {
    let line = '';
    for (let x = -quietZone; x < size + quietZone; x++) {
      line += blocks[Number(isDark(x, y)) * 2 + Number(isDark(x, y + 1))];
    }
    // Dark on light whatever the colours of the terminal.
    lines.push(styleText(['black', 'bgWhiteBright'], line));
  }
  return lines.join('\n');
}

const blocks = [' ', '▄', '▀', '█'];
