import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { loadGeocoder } from '../../src/app/services/geocoder.ts';
import { openSqliteStore } from '../../src/keep/store/sqlite-store.ts';
import { replaceRows } from '../../src/keep/store/store.ts';
import { newHome } from '../commands/ktima.ts';
import { house as oneHouse, provenance } from '../service.ts';

const house = (street: string) => ({ ...oneHouse, externalId: null, street, city: null });

test('a geocoder is cached for the next start, and built again when addresses have changed', async t => {
  const home = newHome();
  const path = `${home.folder}/ktima.db`;
  const store = openSqliteStore(path);
  t.after(async () => {
    await store.close();
    home.remove();
  });
  const load = () => loadGeocoder(store, { url: `sqlite:${path}` });
  await replaceRows(store, 'addresses', provenance, [house('Οδός Δοκιμής')]);
  const made = await load();
  assert.ok(existsSync(`${path}-geocoder`));
  assert.deepEqual(await load(), made);
  await replaceRows(store, 'addresses', provenance, [house('Οδός Δοκιμής'), house('Ψευδοκράτους')]);
  const anew = await load();
  assert.equal(anew.streets.count, made.streets.count + 1);
  assert.equal((await load()).streets.count, anew.streets.count);
});
