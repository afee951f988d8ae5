import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * A copy of a file that ships, as an operator's own: with other bytes, because sample data that ship
 * stay sample data. It is removed with the process.
 */
export function ownCopy(path: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-own-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, basename(path));
  writeFileSync(copy, `${readFileSync(path, 'utf8')}\n`);
  return copy;
}
