import { escapeControls, type Line, styled } from './print.ts';

/** Rows of texts as aligned columns under a heading, for a terminal; numbers to the right. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Line[] {
  // Escaped before it is measured: what is printed is as wide as what was counted.
  const cells = rows.map(row => row.map(cell => escapeControls(String(cell))));
  const widths = heading.map((title, i) =>
    Math.max(title.length, ...cells.map(row => row[i]!.length)),
  );
  const aligned = (row: readonly string[], isNumber: (i: number) => boolean) =>
    row
      .map((cell, i) => {
        if (isNumber(i)) return cell.padStart(widths[i]!);
        return cell.padEnd(i === row.length - 1 ? 0 : widths[i]!);
      })
      .join('  ');
  return [
    [
      styled(
        'bold',
        aligned(heading, () => false),
      ),
    ],
    ...cells.map((row, r) => aligned(row, i => typeof rows[r]![i] === 'number')),
  ];
}
