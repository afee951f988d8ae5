import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A folder that is removed after the test, or after all tests of the file when none is given. */
export function temporaryFolder(t: { after(work: () => void): void } = { after }): {
  path: string;
  /** Writes a file into the folder and returns its path. */
  put(name: string, content: string | Uint8Array): string;
} {
  const path = mkdtempSync(join(tmpdir(), 'ktima-'));
  t.after(() => rmSync(path, { recursive: true }));
  return {
    path,
    put(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
  };
}
