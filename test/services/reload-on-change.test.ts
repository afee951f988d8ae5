import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { reloadOnChange } from '#app/services/reload-on-change.ts';
import { nearby } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import { replaceRows, type Snapshot } from '#storage/store/store.ts';
import { sampleOf } from '../sample.ts';
import { places, provenance } from '../service.ts';
import { loadSnapshot } from '../snapshot.ts';
import { engines } from '../store/engines.ts';

const around = ({ places: index, placeJsonBytes }: Snapshot) =>
  renderNearby(placeJsonBytes, nearby(index, 38, 23)).toString();

/** Waits until a condition holds, for at most ten seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 1_000, 'did not happen in time');
    await sleep(10);
  }
}

for (const { name, newUrl, open } of sampleOf(engines)) {
  test(`${name}: one commit makes one load, and the answer is the new one`, async t => {
    const url = await newUrl();
    const store = await open(t, url);
    let loads = 0;
    const load = () => {
      loads++;
      return loadSnapshot(store);
    };
    const live = await reloadOnChange(store, load, error => assert.equal(error, undefined));
    assert.equal(around(live.current()), '[]');
    const writer = await open(t, url);
    await replaceRows(writer, 'places', provenance, places);
    await until(() => around(live.current()).includes('"name_en":"bank"'));
    // A second load for the first commit would come before that for the second.
    await replaceRows(writer, 'places', provenance, []);
    await until(() => around(live.current()) === '[]');
    assert.equal(loads, 3);
    live.close();
  });

  test(`${name}: a failed load is reported and tried again, and the old data are served meanwhile`, async t => {
    const url = await newUrl();
    const store = await open(t, url);
    const outcomes: string[] = [];
    const load = (before?: Snapshot) =>
      before && outcomes.length === 0 ? Promise.reject(new Error('busy')) : loadSnapshot(store);
    const live = await reloadOnChange(store, load, error =>
      outcomes.push(error ? 'failed' : 'loaded'),
    );
    await replaceRows(await open(t, url), 'places', provenance, places);
    await until(() => outcomes.length === 1);
    assert.equal(around(live.current()), '[]');
    await until(() => around(live.current()).includes('"name_en":"bank"'));
    assert.deepEqual(outcomes, ['failed', 'loaded']);
    live.close();
  });

  test(`${name}: the first load does not replace newer data`, async t => {
    const url = await newUrl();
    const store = await open(t, url);
    const writer = await open(t, url);
    const load = async (before?: Snapshot) => {
      if (before) return loadSnapshot(store);
      const old = await loadSnapshot(store);
      await replaceRows(writer, 'places', provenance, places);
      // Long enough for the change to be noticed and taken up.
      await sleep(1_500);
      return old;
    };
    const live = await reloadOnChange(store, load, () => {});
    await until(() => around(live.current()).includes('"name_en":"bank"'));
    live.close();
  });
}

test('a value that is not complete is loaded again; a load that changes nothing is not reported', async t => {
  const { newUrl, open } = engines[0]!;
  const store = await open(t, await newUrl());
  let [loads, reports] = [0, 0];
  const live = await reloadOnChange(
    store,
    async () => (++loads < 3 ? 'older' : 'current'),
    () => reports++,
    value => value === 'current',
  );
  assert.equal(live.current(), 'older');
  await until(() => live.current() === 'current');
  await until(() => reports === 1);
  assert.equal(loads, 3);
  live.close();
});
