import { existsSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockFile } from '#tools/files/lock-file.ts';
import { keepPrivateFile, privateFileMode } from '#tools/files/private-file.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import { type ArtefactStore, decode, encode, mayNotBuild, mostHeadBytes } from './format.ts';

/** Artefacts in files whose names begin with a path: that of an SQLite database. */
export function openArtefactFiles(path: string): ArtefactStore {
  const fileOf = (name: string, key: string) => `${path}-${name}-${key}`;
  return {
    has: async (name, key) => existsSync(fileOf(name, key)),
    read: <T>(name: string, key: string) => readFile<T>(fileOf(name, key)),
    async write(artefact, value) {
      const { name, key } = artefact;
      const writeAll = async (write: (part: Uint8Array) => Promise<void>) => {
        for (const part of encode(artefact, value)) await write(part);
      };
      await replaceFileBy(fileOf(name, key), writeAll, privateFileMode);
    },
    async remove(name, isNeeded) {
      const prefix = basename(fileOf(name, ''));
      for (const file of readdirSync(dirname(path))) {
        if (!file.startsWith(prefix) || isNeeded(file.slice(prefix.length))) continue;
        rmSync(join(dirname(path), file), { force: true });
      }
    },
    async lock() {
      const lock = lockFile(`${path}-artefact-lock`);
      if (lock === 'forbidden') throw mayNotBuild();
      return lock === 'taken' ? undefined : lock;
    },
  };
}

async function readFile<T>(path: string): Promise<T | undefined> {
  try {
    keepPrivateFile(path);
    await using file = await open(path);
    const start = Buffer.alloc(mostHeadBytes);
    await file.read(start, 0, start.length, 0);
    const head = start.subarray(0, start.indexOf('\n') + 1);
    let at = head.length;
    return await decode<T>(head, async part => {
      const { bytesRead } = await file.read(part, 0, part.length, at);
      at += bytesRead;
      return bytesRead === part.length;
    });
  } catch {
    // A file that is missing, or that cannot be read, is replaced by the next build.
    return undefined;
  }
}

/** The artefacts of a database in memory, which end with it. */
export function openArtefactMemory(): ArtefactStore {
  const kept = new Map<string, unknown>();
  return {
    has: async (name, key) => kept.has(`${name}-${key}`),
    read: async <T>(name: string, key: string) => kept.get(`${name}-${key}`) as T | undefined,
    async write({ name, key }, value) {
      kept.set(`${name}-${key}`, value);
    },
    remove: async () => {},
    lock: async () => async () => {},
  };
}
