import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badFile } from './bytes.ts';

const folders = new Set<string>();

/** Makes a private temporary folder, in which `path` is unpacked or converted. */
export async function makeFolder(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ktima-import-')).catch(cause => {
    throw badFile(path, cause);
  });
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  return folder;
}

/** Removes a temporary folder. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeAll);
}

/** Removes the folders of readers whose features were never read. */
function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * Opens a reader of files in a temporary folder. The folder is removed after the features were read,
 * or at the end of the process. `explain` rewrites errors to name the original file.
 */
export async function readerInFolder<Reader extends { features(): AsyncIterable<unknown> }>(
  folder: string,
  open: () => Promise<Reader>,
  explain: (error: unknown) => unknown,
): Promise<Reader> {
  try {
    const reader = await open();
    return {
      ...reader,
      async *features() {
        try {
          yield* reader.features();
        } catch (error) {
          throw explain(error);
        } finally {
          await removeFolder(folder);
        }
      },
    };
  } catch (error) {
    await removeFolder(folder);
    throw explain(error);
  }
}
