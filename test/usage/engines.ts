import test, { type TestContext } from 'node:test';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import type { UsageStore } from '#http/usage/usage-store.ts';
import { noPostgres, patient, testPostgres } from '../postgres/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Opens one more connection to the same usage; it is closed after the test. */
export type OpenUsage = () => Promise<UsageStore>;

const newUrl = {
  SQLite: async (t: TestContext) => `sqlite:${temporaryFolder(t).path}/ktima.db-usage`,
  PostgreSQL: async () => testPostgres(),
};

/** Runs a test over both engines. */
export function testOverEngines(
  name: string,
  body: (open: OpenUsage, url: string, t: TestContext) => Promise<void>,
): void {
  for (const [engine, make] of Object.entries(newUrl)) {
    const skip = engine === 'PostgreSQL' && noPostgres;
    test(`${engine}: ${name}`, { skip }, async t => {
      const url = await make(t);
      const open = async () => {
        const store = await openUsageStore({ url, ...patient });
        t.after(store.close);
        return store;
      };
      await body(open, url, t);
    });
  }
}
