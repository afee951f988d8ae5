import assert from 'node:assert/strict';
import test from 'node:test';
import type { Parcel } from '#domain/property/parcels.ts';
import { type Address, replaceRows } from '#storage/store/store.ts';
import { openTestService, provenance } from '../service.ts';

const { api, token } = await openTestService();

function report(query: Record<string, string> | string, headers: Record<string, string> = {}) {
  return api.inject({
    url: `/api/property-report/?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

test('a report has every section, whichever way it is asked', async () => {
  const ways: [Record<string, string>, string][] = [
    [{ address: 'Μεγάλης Οδού 5' }, 'address'],
    [{ kaek_code: '05.068.17-26 003/0/1' }, 'parcel'],
    [{ latitude: '38', longitude: '23' }, 'coordinates'],
  ];
  const order =
    'query position location parcel cost neighbourhood missing sources year generated_at';
  for (const [query, from] of ways) {
    const response = await report(query);
    assert.equal(response.statusCode, 200, response.body);
    assert.match(response.headers['content-type'] as string, /^application\/json/);
    assert.equal(Object.keys(response.json()).join(' '), order);
    assert.equal(response.json().position.from, from);
  }
});

test('a report contains the query, the time and the sources', async () => {
  const body = (await report({ latitude: '38.0', longitude: '23', build_area: '85.50' })).json();
  assert.deepEqual(body.query, {
    address: null,
    kaek_code: null,
    latitude: 38,
    longitude: 23,
    property_type: null,
    build_area: 85.5,
    construction_year: null,
  });
  assert.equal(body.year, 2026);
  assert.equal(body.generated_at, '2026-06-15T09:00:00.000Z');
  const loaded_at = '2026-06-15T09:00:00.000Z';
  assert.deepEqual(body.sources[0], { layer: 'costs', source: 'test', licence: 'none', loaded_at });
});

test('unknown values are null, and missing gives the reason', async () => {
  const reasonsOf = async (query: Record<string, string>) => {
    const body = (await report(query)).json();
    for (const { section } of body.missing) assert.equal(body[section], null);
    return Object.fromEntries(
      body.missing.map((one: { section: string; reason: string }) => [one.section, one.reason]),
    );
  };
  assert.deepEqual(await reasonsOf({ latitude: '0', longitude: '0' }), {
    location: 'no address is known near this point',
    parcel: 'no loaded parcel holds this point',
    cost: 'the cost needs property_type and build_area, and at least one was not sent',
  });
  const flat = { property_type: 'apartment', build_area: '85' };
  assert.deepEqual(await reasonsOf({ kaek_code: '050681726003', ...flat }), {
    location: 'no address is known near this point',
    cost: 'the postal code of the location is not known',
  });
  assert.deepEqual(await reasonsOf({ address: 'Μεγάλης Οδού 5', ...flat }), {
    parcel:
      'the position of the address is known to about 600 m only (match.level street), which is not exact enough to find the parcel',
    cost: 'no reconstruction cost for postal-code prefix 99 and property_type apartment; the prefix has none',
  });
});

test('an address gets a parcel, with its source, only if the exact house was found', async () => {
  const { api: own, token: ownToken, store } = await openTestService();
  const [latitude, longitude] = [38.0005, 23.0005];
  const house: Address = {
    externalId: 'node/5',
    street: 'Μεγάλης Οδού',
    houseNumber: '5',
    postalCode: '99101',
    city: 'Μικρή Πόλη',
    municipality: 'Μικρής Πόλης',
    latitude,
    longitude,
    reachMetres: 0,
  };
  await replaceRows(store, 'addresses', provenance, [house]);
  const plot: Parcel = {
    kaek: '050681726777',
    areaM2: 100,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [23, 38],
          [23.001, 38],
          [23.001, 38.001],
          [23, 38.001],
          [23, 38],
        ],
      ],
    },
  };
  await replaceRows(store, 'parcels', { ...provenance, source: 'plots' }, [plot]);
  const parcelOf = async (address: string) => {
    const url = `/api/property-report/?${new URLSearchParams({ address })}`;
    const headers = { authorization: `Bearer ${ownToken}` };
    const { location, parcel } = (await own.inject({ url, headers })).json();
    return [location.match.level, parcel?.kaek ?? null, parcel?.source ?? null];
  };
  assert.deepEqual(await parcelOf('Μεγάλης Οδού 5'), ['house_number', plot.kaek, 'plots']);
  assert.deepEqual(await parcelOf('Μεγάλης Οδού'), ['street', null, null]);
});

test('an address that is not found and a parcel that is not loaded are 404', async () => {
  const address = await report({ address: 'xyzzy qwerty' });
  assert.equal(address.statusCode, 404);
  assert.equal(address.json().message, 'address: nothing was found for it');
  const parcel = await report({ kaek_code: '050681726999' });
  assert.equal(parcel.statusCode, 404);
  assert.equal(parcel.json().message, 'kaek_code: no parcel 050681726999 is loaded');
});

test('the places of a report are, byte for byte, those of points-of-interest', async () => {
  const places = await api.inject({
    method: 'POST',
    url: '/api/points-of-interest/',
    headers: { authorization: `Bearer ${token}` },
    payload: { latitude: 38, longitude: 23 },
  });
  assert.equal(places.json().length, 3);
  const { body } = await report({ latitude: '38', longitude: '23' });
  assert.ok(body.includes(`"neighbourhood":${places.body},"missing"`));
});
