import assert from 'node:assert/strict';

/** A row of a table in a text. Cells that a line does not have are empty. */
type Row = [string, string, string, string, string];

/**
 * The rows of a table in a text: a line each, with bars between its cells. Lines that are empty or
 * begin with # are no rows.
 */
export function casesIn(table: string): Row[] {
  const lines = table.split('\n').map(line => line.trim());
  return lines
    .filter(line => line !== '' && !line.startsWith('#'))
    .map(line => [...line.split('|').map(cell => cell.trim()), '', '', '', ''] as unknown as Row);
}

/** Asserts that a text has some parts in their order, which `…` separates. */
export function assertHas(text: string | undefined, parts: string, what?: string): void {
  let at = 0;
  for (const part of parts.split('…').map(one => one.trim())) {
    const found = text?.indexOf(part, at) ?? -1;
    assert.ok(found >= 0, `${what ?? parts}: expected "${part}" in "${text}"`);
    at = found + part.length;
  }
}

/** What `assert.throws` and `assert.rejects` expect of an error: `assertHas`, and its code or name. */
export const messageHas = (parts: string, kind?: string) => (error: Error & { code?: string }) => {
  assertHas(error.message, parts);
  if (kind !== undefined) assert.ok(error.code === kind || error.name === kind, error.stack);
  return true;
};
