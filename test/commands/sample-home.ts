import { readFileSync, writeFileSync } from 'node:fs';
import { fillWithSample } from '#importing/shipped/sample.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { ktimaHere, newHome } from './ktima.ts';

type Home = ReturnType<typeof newHome>;

/** Reads, writes and enriches files of a home by their names. */
export function filesOf({ folder, env }: Pick<Home, 'folder' | 'env'>) {
  const file = (name: string) => `${folder}/${name}`;
  const read = (name: string) => readFileSync(file(name), 'utf8');
  return {
    file,
    read,
    put(name: string, content: string | Uint8Array): string {
      writeFileSync(file(name), content);
      return file(name);
    },
    /** The rows of an NDJSON file. */
    rowsIn: (name: string) =>
      read(name)
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    /** Runs `ktima enrich` in this thread. */
    enrich: (input: string, output: string, ...more: string[]) =>
      ktimaHere(env, ['enrich', input, '-o', file(output), '--threads', '1', ...more]),
  };
}

/** A home with the sample that `--demo` loads, and its files. */
export async function newSampleHome(scope: { after(remove: () => void): void }) {
  const home = newHome(scope);
  const store = openSqliteStore(`${home.folder}/ktima.db`);
  await fillWithSample(store);
  await store.close();
  return { ...home, ...filesOf(home) };
}
