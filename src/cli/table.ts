import { styleText } from 'node:util';

/** Rows of texts as aligned columns under a heading, for a terminal; numbers to the right. */
export function table(
  heading: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const widths = heading.map((title, i) =>
    Math.max(title.length, ...rows.map(row => String(row[i]).length)),
  );
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, i) =>
        typeof cell === 'number'
          ? String(cell).padStart(widths[i]!)
          : cell.padEnd(i === cells.length - 1 ? 0 : widths[i]!),
      )
      .join('  ');
  return [styleText('bold', line(heading)), ...rows.map(line)].join('\n');
}
