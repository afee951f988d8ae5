import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { badFile } from '../../files/bytes.ts';
import type { FeatureReader } from './reader.ts';

const folders = new Set<string>();

/** Makes a folder that only this user may enter, for what `path` is unpacked or converted to. */
export async function makeFolder(path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ktima-import-')).catch(cause => {
    throw badFile(path, cause);
  });
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  return folder;
}

/** Removes such a folder before the process ends. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeAll);
}

/** Of readers whose features nobody came to read. */
function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * A reader of files in a temporary folder of ours, which goes once the features have been read, or
 * with the process. `explain` words errors about them as errors about what they were made from.
 */
export async function readerInFolder(
  folder: string,
  open: () => Promise<FeatureReader>,
  explain: (error: unknown) => unknown,
): Promise<FeatureReader> {
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
