import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCluster, templateDatabase } from '../postgres/cluster.ts';
import { execute, testPostgres } from '../postgres/database.ts';
import { startHaproxy } from '../postgres/haproxy.ts';
import { caughtUp, startStandby } from '../postgres/standby.ts';
import { type Api, cost, parcel, startApi } from './api.ts';
import { ktima } from './ktima.ts';

/** The geocoder is built after the start and keeps a processor busy: wait until it answers. */
const isBuilt = (api: Api) => api.get('api/geocoding/address-search/?address=Ermou');

/** The rate that a service reckons with. */
async function rateOf(api: Api): Promise<number> {
  return JSON.parse((await api.get(cost)).body).reconstruction_cost?.as_new;
}

/** Imports one rate for all Athens, from a process of its own. */
async function importRate(api: Api, rate: number): Promise<void> {
  const file = `${api.home.folder}/rates.csv`;
  const head = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';
  writeFileSync(file, `${head}\n10,house,${rate},2026-01-01,test\n`);
  const { code, stderr } = await ktima(api.env, ['import', 'costs', file]);
  assert.equal(code, 0, stderr);
}

/** Waits until a service reckons with a rate; how long that took, in milliseconds. */
async function takesUp(api: Api, rate: number): Promise<number> {
  const started = performance.now();
  while ((await rateOf(api)) !== rate) {
    assert.ok(performance.now() - started < 5_000, 'the new version was not taken up');
    await sleep(20);
  }
  return performance.now() - started;
}

test('every instance loads an import within two seconds', async t => {
  const url = await testPostgres();
  const apis = [await startApi(t, url, 'api', '--demo'), await startApi(t, url)];
  await Promise.all(apis.map(isBuilt));
  for (const rate of [1001, 1002, 1003]) {
    await importRate(apis[0]!, rate);
    for (const ms of await Promise.all(apis.map(api => takesUp(api, rate)))) {
      assert.ok(ms < 2_000, `${ms} ms`);
    }
  }
  const bodies = await Promise.all(apis.map(api => api.get(parcel)));
  assert.equal(bodies[0]!.status, 200);
  assert.equal(bodies[0]!.body, bodies[1]!.body);
});

test('the primary is killed under load: memory is served, and the promoted standby is used', async t => {
  const primary = await startCluster();
  await execute(primary.url('postgres'), `CREATE DATABASE ktima TEMPLATE ${templateDatabase}`);
  const standby = await startStandby(primary);
  const haproxy = await startHaproxy(primary, standby);
  t.after(haproxy.stop);
  const api = await startApi(t, haproxy.url('ktima'), 'api', '--demo');
  await isBuilt(api);
  const { body: right } = await api.get(parcel);
  await caughtUp(primary, standby);

  let loaded = true;
  const statuses: { status: number; at: number }[] = [];
  const load = Array.from({ length: 8 }, async () => {
    while (loaded) {
      const { status, body } = await api.get(parcel);
      statuses.push({ status, at: performance.now() });
      if (status === 200) assert.equal(body, right);
      else assert.equal(status, 503);
      assert.equal((await api.get(cost)).status, 200);
    }
  });
  await sleep(300);
  await primary.kill();
  await sleep(1_000);
  const promoted = performance.now();
  standby.run('pg_ctl', 'promote', '-s', '-w', '-D', standby.folder);
  await sleep(5_000);
  loaded = false;
  await Promise.all(load);
  const failures = statuses.filter(({ status }) => status !== 200);
  const last = Math.max(...failures.map(({ at }) => at));
  t.diagnostic(
    `${failures.length} of ${statuses.length} answers were 503, until ${Math.round(last - promoted)} ms after the promotion`,
  );
  assert.ok(last - promoted < 4_000);
  assert.ok(statuses.some(({ at, status }) => status === 200 && at > last));

  // A new instance starts on the new primary, and both load an import.
  const second = await startApi(t, haproxy.url('ktima'));
  await isBuilt(second);
  assert.equal((await second.get('readyz')).status, 200);
  await importRate(api, 2002);
  for (const instance of [api, second]) assert.ok((await takesUp(instance, 2002)) < 2_000);
  assert.equal((await api.get(parcel)).body, right);
});
