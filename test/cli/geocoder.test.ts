import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openGeocoder } from '../../src/cli/geocoder.ts';
import { dataFolder } from '../../src/cli/services.ts';
import { openSqliteStore } from '../../src/store/sqlite.ts';
import { newHome } from './ktima.ts';

test('a geocoder that could not be built at the start is built later, without a restart', async t => {
  const home = newHome();
  const path = `${home.folder}/ktima.db`;
  const store = openSqliteStore(path);
  // Nothing listens there: for the thread that builds it, the database is out of reach.
  const database = { url: 'postgres://ktima@127.0.0.1:1/ktima' };
  const failures: unknown[] = [];
  const geocoder = openGeocoder(store, { database, dataFolder }, error => failures.push(error));
  t.after(async () => {
    await geocoder.close();
    await store.close();
    home.remove();
  });
  // Whoever asks meanwhile is told with a name, which is a 503 to clients.
  await assert.rejects(geocoder.index(), { name: 'KtimaError', code: 'UNAVAILABLE' });
  assert.equal(failures.length, 1);
  database.url = `sqlite:${path}`;
  const deadline = Date.now() + 30_000;
  let built = false;
  while (!built && Date.now() < deadline) {
    await sleep(100);
    built = await geocoder.index().then(
      () => true,
      () => false,
    );
  }
  assert.ok(built);
});
