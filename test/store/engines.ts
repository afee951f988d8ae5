import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import type { Store } from '#storage/store/store.ts';
import { patient, testPostgres } from '../postgres/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** An engine that the contract is held against. */
export interface Engine {
  readonly name: string;
  /** The URL of a new, empty database. */
  newUrl(): Promise<string>;
  /** Opens it until the test ends. */
  open(t: Pick<TestContext, 'after'>, url: string, clock?: () => Date): Promise<Store>;
}

const { path: folder } = temporaryFolder();
let count = 0;

/** Every engine there is. */
export const engines: readonly Engine[] = [
  {
    name: 'SQLite',
    newUrl: async () => `sqlite:${join(folder, `${count++}.db`)}`,
    open: async (t, url, clock) =>
      closedAfter(t, openSqliteStore(url.slice('sqlite:'.length), clock)),
  },
  {
    name: 'PostgreSQL',
    newUrl: testPostgres,
    open: async (t, url, clock) => closedAfter(t, await openPostgresStore(url, patient, clock)),
  },
];

function closedAfter(t: Pick<TestContext, 'after'>, store: Store): Store {
  let open = true;
  const close = async () => {
    if (open) await store.close();
    open = false;
  };
  t.after(close);
  return { ...store, close };
}
