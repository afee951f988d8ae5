import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadGeocoder, openGeocoder } from '../../src/app/services/geocoder.ts';
import { openSqliteStore } from '../../src/keep/store/sqlite-store.ts';
import { replaceRows, type Store } from '../../src/keep/store/store.ts';
import { newHome } from '../commands/ktima.ts';
import { museum, provenance } from '../service.ts';

const house = (street: string) => ({
  externalId: null,
  street,
  houseNumber: '7',
  postalCode: '10563',
  city: null,
  municipality: 'Αθηναίων',
  latitude: 37.98,
  longitude: 23.73,
  reachMetres: 0,
});

test('a geocoder that could not be built at the start is built later, without a restart', async t => {
  const home = newHome();
  const path = `${home.folder}/ktima.db`;
  const store = openSqliteStore(path);
  // With addresses of its own: the geocoder of the gazetteer alone may be kept already.
  await replaceRows(store, 'addresses', provenance, [house('Οδός Δοκιμής')]);
  // Nothing listens there: for the thread that builds it, the database is out of reach.
  const database = { url: 'postgres://ktima@127.0.0.1:1/ktima' };
  const failures: unknown[] = [];
  const geocoder = openGeocoder(store, database, error => failures.push(error));
  t.after(async () => {
    await geocoder.close();
    await store.close();
    home.remove();
  });
  // Meanwhile requests get a named error, which is a 503 for clients.
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
  assert.ok(existsSync(`${path}-geocoder`), 'kept for the next start');
  const kept = await loadGeocoder(store, database);
  assert.equal(kept.streets.count, (await geocoder.index()).streets.count);
});

test('an index that an import has outdated while it was built is not used', async t => {
  const home = newHome();
  const path = `${home.folder}/ktima.db`;
  const store = openSqliteStore(path);
  let notify = () => {};
  let afterRead = async () => {};
  const watched: Store = {
    ...store,
    onChange: async changed => {
      notify = changed;
      return () => {};
    },
    async atOneMoment(read) {
      const result = await store.atOneMoment(read);
      await afterRead();
      return result;
    },
  };
  const loads = new EventEmitter();
  const database = { url: `sqlite:${path}` };
  const geocoder = openGeocoder(watched, database, () => loads.emit('loaded'));
  t.after(async () => {
    await geocoder.close();
    await store.close();
    home.remove();
  });
  const countNow = async () => (await geocoder.index()).namedPlaces.latitude.length;
  assert.equal(await countNow(), 0);
  assert.equal(await geocoder.isCurrent(), true);

  await replaceRows(store, 'named_places', provenance, [museum]);
  assert.equal(await geocoder.isCurrent(), false);
  afterRead = async () => {
    afterRead = async () => {};
    const more = [museum, { ...museum, externalId: 'way/2' }];
    await replaceRows(store, 'named_places', provenance, more);
    assert.equal(await countNow(), 0);
  };
  notify();
  await once(loads, 'loaded');
  assert.equal(await countNow(), 2);
  assert.equal(await geocoder.isCurrent(), true);
});
