import { readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { lockFile } from '#tools/files/lock-file.ts';
import { keepPrivateFile, privateFileMode } from '#tools/files/private-file.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import {
  type Artefact,
  type ArtefactStore,
  decode,
  describe,
  encode,
  keptPrograms,
  mostHeadBytes,
  type ReadArtefact,
} from './format.ts';

/** Files of versions before artefacts, beside the same database. */
const formerCaches = ['geocoder', 'places', 'place-names'];

/** Artefacts in files whose names begin with a path: that of an SQLite database. */
export function openArtefactFiles(path: string): ArtefactStore {
  const fileOf = (name: string, program: string) => `${path}-${name}-${program}`;
  return {
    find: (name, program) =>
      reading(fileOf(name, program), async file => describe(await readHead(file))),
    read: <T>(name: string, program: string) =>
      reading(fileOf(name, program), async file => {
        const head = await readHead(file);
        let at = head.length;
        return decode<T>(head, async part => {
          const { bytesRead } = await file.read(part, 0, part.length, at);
          at += bytesRead;
          return bytesRead === part.length;
        });
      }),
    async write(artefact, value) {
      const { name, program } = artefact;
      const writeAll = async (write: (part: Uint8Array) => Promise<void>) => {
        for (const part of encode(artefact, value)) await write(part);
      };
      await replaceFileBy(fileOf(name, program), writeAll, privateFileMode);
      removeOld(fileOf(name, ''));
      for (const cache of formerCaches) rmSync(`${path}-${cache}`, { force: true });
    },
    lock: async () => lockFile(`${path}-artefact-lock`),
  };
}

async function reading<T>(
  path: string,
  read: (file: FileHandle) => Promise<T | undefined>,
): Promise<T | undefined> {
  let file: FileHandle | undefined;
  try {
    keepPrivateFile(path);
    file = await open(path);
    return await read(file);
  } catch {
    // A file that is missing, or that cannot be read, is replaced by the next build.
    return undefined;
  } finally {
    await file?.close();
  }
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const start = Buffer.alloc(mostHeadBytes);
  await file.read(start, 0, start.length, 0);
  return start.subarray(0, start.indexOf('\n') + 1);
}

/** Removes the files of older programs, and what killed builds have left. */
function removeOld(prefix: string): void {
  const folder = dirname(prefix);
  const names = readdirSync(folder).filter(name => name.startsWith(basename(prefix)));
  const files = names.map(name => {
    const path = join(folder, name);
    const builtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return { path, builtMs: name.endsWith('.new') ? 0 : builtMs };
  });
  files.sort((a, b) => b.builtMs - a.builtMs);
  for (const [i, { path, builtMs }] of files.entries()) {
    if (i >= keptPrograms || builtMs === 0) rmSync(path, { force: true });
  }
}

/** The artefacts of a database in memory, which end with it. */
export function openArtefactMemory(): ArtefactStore {
  const kept = new Map<string, ReadArtefact<unknown>>();
  const read = async (name: string, program: string) => kept.get(`${name}-${program}`);
  return {
    find: read,
    read: <T>(name: string, program: string) =>
      read(name, program) as Promise<ReadArtefact<T> | undefined>,
    async write(artefact: Artefact, value) {
      kept.set(`${artefact.name}-${artefact.program}`, { ...artefact, value });
    },
    lock: async () => async () => {},
  };
}
