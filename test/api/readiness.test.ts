import assert from 'node:assert/strict';
import test from 'node:test';
import { isDiskFull } from '#http/server/health.ts';
import { replaceRows } from '#storage/store/store.ts';
import { openTestService, provenance } from '../service.ts';

const { api, auth, store } = await openTestService();

test('both hosts are alive and ready', async () => {
  for (const host of [api, auth]) {
    assert.equal((await host.inject('/healthz')).body, '{"status":"ok"}');
    const ready = await host.inject('/readyz');
    assert.equal(ready.statusCode, 200);
    assert.equal(ready.json().status, 'ready');
    assert.equal(ready.json().disk_full, false);
  }
});

test('a disk counts as full below 16 MiB; one that is unknown does not', () => {
  const cases: [number | undefined, boolean][] = [
    [0, true],
    [2 ** 24 - 1, true],
    [2 ** 24, false],
    [undefined, false],
  ];
  for (const [free, full] of cases) assert.equal(isDiskFull(free), full, String(free));
});

test('readiness lists the loaded sources and the empty layers', async () => {
  const full = (await api.inject('/readyz')).json();
  const ofOsm = ['addresses', 'settlements', 'boundaries', 'named_places'];
  assert.deepEqual(full.empty_layers, ofOsm);
  assert.equal(full.edition, '1-test');
  assert.equal(full.edition_behind, false);
  assert.deepEqual(full.layers[0], {
    layer: 'costs',
    source: 'test',
    origin: 'test.csv',
    checksum: '00',
    rows: 2,
    loaded_at: '2026-06-15T09:00:00.000Z',
    licence: 'none',
  });
  assert.deepEqual(full.notes, []);
  await replaceRows(store, 'parcels', provenance, []);
  const partly = await api.inject('/readyz');
  assert.equal(partly.statusCode, 200);
  assert.deepEqual(partly.json().empty_layers, ['parcels', ...ofOsm]);
});

test('without rates it is ready, with a note on what does not work', async t => {
  const { api, auth } = await openTestService({ rates: [] });
  t.after(() => Promise.all([api.close(), auth.close()]));
  const ready = await api.inject('/readyz');
  assert.equal(ready.statusCode, 200);
  assert.match(ready.json().notes.join(), /^no rates are loaded: .*; fill in rates\.csv, .* costs/);
});

test('with nothing loaded it is not ready and names the layers', async () => {
  await replaceRows(store, 'costs', provenance, []);
  await replaceRows(store, 'places', provenance, []);
  const response = await api.inject('/readyz');
  assert.equal(response.statusCode, 503);
  assert.equal(response.headers['retry-after'], '30');
  assert.match(
    response.json().message,
    /costs, places, parcels, addresses, settlements, boundaries, named_places are empty/,
  );
  assert.equal((await api.inject('/healthz')).statusCode, 200);
});
