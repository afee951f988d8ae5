import { readFileSync } from 'node:fs';

/** A row of a file: `at` is its file and line, `rule` the heading above it; empty cells are ''. */
export type Row<Column extends string> = Readonly<Record<Column | 'at' | 'rule', string>>;

/**
 * Reads a file of rows: the first line names its columns, which are parted by tabs, and a line
 * that begins with # is the rule that the rows below it show.
 */
export function readRows<Column extends string>(
  file: string,
  columns: readonly Column[],
): Row<Column>[] {
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const names = header!.split('\t') as Column[];
  const unknown = names.filter(name => !columns.includes(name));
  if (unknown.length > 0) throw new Error(`${file}:1: ${unknown} is none of ${columns}`);
  const blank = Object.fromEntries(columns.map(name => [name, ''])) as Record<Column, string>;
  let rule = '';
  return lines.flatMap((line, i) => {
    const at = `${file}:${i + 2}`;
    if (line.startsWith('#')) {
      rule = line.slice(1).trim();
      return [];
    }
    const cells = line.split('\t');
    if (cells.length > names.length) throw new Error(`${at}: expected ${names.length} cells`);
    const named = Object.fromEntries(cells.map((cell, cellAt) => [names[cellAt]!, cell]));
    return [{ ...blank, ...named, at, rule }];
  });
}

/** The columns of an address: what is asked for, then what is expected. */
export const addressColumns = [
  // The whole address, or a street that is given as such.
  'text',
  'street',
  'number',
  'city',
  'postal_code',
  // The written address of the first result; `nothing`; or `ambiguous`: two towns, equally sure.
  'expected',
  'kind',
  'municipality',
  // The bounds of the confidence.
  'least',
  'most',
  // All faults, without the one that every house number has that is not a known house; or `none`.
  'faults',
  // The written address of the second result, and how many there are.
  'second',
  'results',
  'why',
] as const;
