import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import type { Store } from '#storage/store/store.ts';
import { noPostgres, patient, testPostgres } from '../postgres/database.ts';
import { sampleOf } from '../sample.ts';
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

const all: readonly Engine[] = [
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

/** Every engine there is; PostgreSQL where it is installed. */
export const engines = noPostgres ? all.slice(0, 1) : all;

/** The store of a test, the URL of its database, and a way to open that once more. */
export interface TestStore {
  readonly t: TestContext;
  readonly store: Store;
  readonly url: string;
  open(clock?: () => Date): Promise<Store>;
}

/** Tests with a new store of each engine. */
const over =
  (some: readonly Engine[]) =>
  (title: string, work: (of: TestStore) => Promise<void>): void => {
    for (const { name, newUrl, open: openAt } of some) {
      test(`${name}: ${title}`, async t => {
        const url = await newUrl();
        const open = (clock?: () => Date) => openAt(t, url, clock);
        await work({ t, url, store: await open(), open });
      });
    }
  };

/** A test of stores, over each engine. Import it as `test`, which the formatter knows. */
export const testStores = over(engines);

/** A test of what uses stores: in a sample over one engine. */
export const testSampledStores = over(sampleOf(engines));

function closedAfter(t: Pick<TestContext, 'after'>, store: Store): Store {
  let open = true;
  const close = async () => {
    if (open) await store.close();
    open = false;
  };
  t.after(close);
  return { ...store, close };
}
