import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A disk of a few megabytes in memory, for one test. Mounting one takes root. */
export function smallDisk(t: Pick<TestContext, 'after'>, megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch (cause) {
    rmSync(folder, { recursive: true });
    throw new Error('tests with a full disk mount a tmpfs: run them as root on Linux', { cause });
  }
  t.after(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Takes all the space that is left, to the last byte. */
    fill(): void {
      const file = openSync(ballast, 'a');
      for (let size = 1 << 16; size >= 1; size >>= 1) writeAll(file, Buffer.alloc(size));
      closeSync(file);
    },
    /** Gives it back. */
    free: () => rmSync(ballast),
  };
}

/** Writes a piece again and again until the disk takes no more of its size. */
function writeAll(file: number, piece: Buffer): void {
  try {
    while (writeSync(file, piece) === piece.length);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}
