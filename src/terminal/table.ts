import { escapeControls, type Line, styled } from './print.ts';

/** A table for a terminal: a heading and aligned columns, numbers right-aligned. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Line[] {
  // Escape before measuring: `print` escapes too, which changes the width.
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
