import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { metresBetween, metresPerDegree } from '#tools/geo/earth.ts';
import { load, writeAscii } from '../grids/files.ts';
import { now, openTestService, provenance, type TestService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { way, wayRow } from '../walking/city.ts';

/** A street to the north from 38, 23, past the places, and one that nothing leads to. */
const street = way(
  1,
  [0, 0.03, 0.06, 0.09].map(north => [Math.round(north * 100), 23, 38 + north]),
);
const island = way(2, '20 23.02 38, 21 23.02 38.01');

/** The report at the first point. */
const report = async ({ ask }: TestService) =>
  (await ask('/api/property-report/?latitude=38&longitude=23.001')).body;

suite('on foot', async () => {
  const store = openSqliteStore(':memory:', () => now);
  await replaceRows(store, 'map', provenance, [wayRow(street), wayRow(island)]);
  const service = await openTestService({ store });
  const { api, token, ask } = service;
  const headers = { authorization: `Bearer ${token}` };
  const post = (query: string, latitude: number, longitude: number) => {
    const payload = { latitude, longitude };
    const url = `/api/points-of-interest/${query}`;
    return api.inject({ method: 'POST', url, headers, payload });
  };
  const get = (query: string) => ask(`/api/walk/?${query}`);
  const metres = (from: number, to: number) =>
    metresBetween({ latitude: from, longitude: 23 }, { latitude: to, longitude: 23 });

  test('walk=true adds the way to each place, or why there is none', async () => {
    const found = (await post('?walk=true', 38, 23.001)).json();
    const aside = metresBetween(
      { latitude: 38, longitude: 23.001 },
      { latitude: 38, longitude: 23 },
    );
    const [bank, metro, airport] = found;
    const expected = aside + metres(38, 38.001);
    assert.ok(Math.abs(bank.walking_distance_m - expected) < 0.01, bank.walking_distance_m);
    assert.equal(bank.walking_minutes, Math.round(expected / 8) / 10);
    assert.equal(bank.walking_note, null);
    assert.ok(Math.abs(bank.walking_snap_m - aside) < 0.01, bank.walking_snap_m);
    assert.equal(bank.walking_doubt, null);
    assert.equal(metro.walking_distance_m, Math.round((aside + metres(38, 38.015)) * 100) / 100);
    const walk = [airport.walking_distance_m, airport.walking_minutes, airport.walking_note];
    assert.deepEqual(walk, [null, null, 'beyond_5_km']);
    assert.deepEqual([airport.walking_snap_m, airport.walking_doubt], [null, null]);
  });

  test('all other bytes are those of the answer without it', async () => {
    const plain = (await post('', 38, 23.001)).body;
    assert.equal((await post('?walk=false', 38, 23.001)).body, plain);
    const walked = (await post('?walk=true', 38, 23.001)).body;
    assert.equal(walked.replace(/,"walking_distance_m":[^}]*/g, ''), plain);
    assert.equal((await post('?walk=x', 38, 23)).statusCode, 400);
  });

  test('from an island, or far from all ways, there is no way', async () => {
    for (const longitude of [23.02, 22.99]) {
      const [place] = (await post('?walk=true', 38.008, longitude)).json();
      assert.equal(place.walking_note, 'no_way', String(longitude));
      assert.equal(place.walking_minutes, null);
    }
  });

  test('a report and those of a batch have the same ways', async () => {
    const walked = (await post('?walk=true', 38, 23.001)).json();
    const at = { latitude: 38, longitude: 23.001 };
    assert.deepEqual((await report(service)).neighbourhood, walked);
    const { body } = await ask('/api/property-report/batch/', { requests: [at] });
    assert.deepEqual(body.answers[0].report.neighbourhood, walked);
  });

  test('without ways a report is the same without walks', async () => {
    const walk = () => buildWalkGraph([]);
    const plain = JSON.stringify(await report(await openTestService({ store, walk })));
    const walked = JSON.stringify(await report(service));
    assert.equal(walked.replace(/,"walking_distance_m":[^}]*/g, ''), plain);
    assert.doesNotMatch(plain, /walking/);
  });

  test('areas come by minutes, with the places that are reached', async () => {
    const { status, body } = await get('latitude=38&longitude=23&minutes=20,2,5,5');
    const { type, walking_note, walking_snap_m, walking_doubt, features } = body;
    assert.equal(status, 200);
    assert.deepEqual([type, walking_note], ['FeatureCollection', null]);
    assert.deepEqual([walking_snap_m, walking_doubt], [0, null]);
    // The metro is 1,665 m away.
    const bank = { places: 1, place_types: [{ place_type: 'bank', count: 1 }], reaches_edge: null };
    assert.deepEqual(
      features.map((one: { properties: object }) => one.properties),
      [2, 5, 20].map(minutes => ({ minutes, ...bank })),
    );
    const north = features.map((one: { geometry: { coordinates: number[][][] } }) =>
      Math.max(...one.geometry.coordinates[0]!.map(([, latitude]) => latitude!)),
    );
    [2, 5, 20].forEach((minutes, i) => {
      const reached = metres(38, north[i]);
      assert.ok(reached >= 80 * minutes && reached < 80 * minutes + 50, String(reached));
    });
    const [wide] = (await get('latitude=38&longitude=23&minutes=21')).body.features;
    assert.equal(wide.properties.places, 2);
  });

  test('a point without ways has no area', async () => {
    const { walking_note, features } = (await get('latitude=39&longitude=23&minutes=9')).body;
    assert.equal(walking_note, 'no_way');
    const properties = { minutes: 9, places: 0, place_types: [], reaches_edge: null };
    assert.deepEqual(features, [{ type: 'Feature', geometry: null, properties }]);
  });

  test('an area that comes to the edge of the loaded addresses says so', async () => {
    const named = { street: 'Ιάσονος', houseNumber: '1', postalCode: null, city: null };
    const house = (latitude: number, longitude: number) => ({
      ...{ ...named, externalId: null, municipality: null, reachMetres: 0 },
      ...{ latitude, longitude },
    });
    await replaceRows(store, 'addresses', provenance, [house(37.99, 22.98), house(38.015, 23.02)]);
    const { features } = (await get('latitude=38&longitude=23&minutes=5,19,21')).body;
    assert.deepEqual(
      features.map((one: { properties: { reaches_edge: boolean } }) => one.properties.reaches_edge),
      [false, false, true],
    );
  });
});

test('with an elevation, slopes count, and the note says so', async t => {
  const store = openSqliteStore(':memory:', () => now);
  const parts = [way(1, '1 23 38, 2 23 38.03'), way(2, '2 23 38.03, 3 23 38.09')];
  await replaceRows(store, 'map', provenance, parts.map(wayRow));
  // It rises by 10 % to the north, up to 38.03.
  const { path } = temporaryFolder(t);
  const rise = metresPerDegree(38).north / 10;
  const plane = { west: 22.99, south: 37.98, step: 0.001, width: 20, height: 50 };
  writeAscii(`${path}/plane.asc`, plane, (_, row) => (50 - row) * 0.001 * rise);
  await load(store, [`${path}/plane.asc`], { srid: 4326 });
  const { ask } = await openTestService({ store });
  const walkFrom = async (latitude: number) => {
    const { body } = await ask('/api/points-of-interest/?walk=true', { latitude, longitude: 23 });
    return body.find((place: { place_type: string }) => place.place_type === 'bank');
  };
  const tobler = (slope: number) => Math.exp(3.5 * Math.abs(slope + 0.05) - 0.175);
  for (const [latitude, slope] of [
    [38, 0.1],
    [38.003, -0.1],
  ] as const) {
    const { walking_distance_m, walking_minutes, walking_note } = await walkFrom(latitude);
    assert.equal(walking_note, 'with_slopes');
    const expected = (walking_distance_m / 80) * tobler(slope);
    assert.ok(Math.abs(walking_minutes - expected) < 0.06, `${walking_minutes} ${expected}`);
  }
  const area = async (latitude: number) =>
    (await ask(`/api/walk/?latitude=${latitude}&longitude=23&minutes=10`)).body;
  const { walking_note, features } = await area(38.01);
  assert.equal(walking_note, 'with_slopes');
  const latitudes = features[0].geometry.coordinates[0].map((point: number[]) => point[1]);
  const reach = (slope: number) => 800 / tobler(slope) / metresPerDegree(38).north;
  for (const [edge, expected] of [
    [Math.max(...latitudes), 38.01 + reach(0.1)],
    [Math.min(...latitudes), 38.01 - reach(-0.1)],
  ] as const) {
    assert.ok(Math.abs(edge - expected) < 0.0005, `${edge} ${expected}`);
  }
  // Beyond the elevation the ground counts as level.
  assert.equal((await area(38.06)).walking_note, null);
});

test('without loaded ways the note says so', async () => {
  const { ask } = await openTestService();
  const near = await ask('/api/points-of-interest/?walk=true', { latitude: 38, longitude: 23 });
  assert.equal(near.body[0].walking_note, 'not_loaded');
  const walk = await ask('/api/walk/?latitude=38&longitude=23&minutes=5');
  assert.equal(walk.body.walking_note, 'not_loaded');
});
