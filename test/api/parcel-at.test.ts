import assert from 'node:assert/strict';
import test from 'node:test';
import type { Parcel } from '#domain/property/parcels.ts';
import { replaceRows } from '#storage/store/store.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { square } from '../geo/square.ts';
import { openTestService, provenance } from '../service.ts';

const { api, store } = await openTestService();

const parcel = (number: number, areaM2: number, ...rings: Position[][]): Parcel => ({
  kaek: `05000000000${number}`,
  areaM2,
  geometry: { type: 'Polygon', coordinates: rings },
});

// Two plots side by side, a third round a yard, and a small plot on a large one.
await replaceRows(store, 'parcels', provenance, [
  parcel(1, 100, square(23, 38, 0.001)),
  parcel(2, 101, square(23.001, 38, 0.001)),
  parcel(3, 900, square(24, 38, 0.003), square(24.001, 38.001, 0.001)),
  parcel(4, 9000, square(25, 38, 0.01)),
  parcel(5, 90, square(25.001, 38.001, 0.001)),
]);

const get = (latitude: unknown, longitude: unknown, more = '') =>
  api.inject(`/api/geocoding/parcel-at/?latitude=${latitude}&longitude=${longitude}${more}`);

test('a point without a parcel is 404, or 204 if that is asked for', async () => {
  const { statusCode } = await get(38.5, 23);
  assert.equal(statusCode, 404);
  const empty = await get(38.5, 23, '&or_empty=true');
  assert.deepEqual([empty.statusCode, empty.body], [204, '']);
  assert.equal((await get(38.0005, 23.0005, '&or_empty=true')).statusCode, 200);
});

test('the parcel under a point is found: inside, on borders and corners, not in holes', async () => {
  const cases: [number, number, string | undefined][] = [
    [38.0005, 23.0005, '050000000001'],
    [38.0005, 23.0015, '050000000002'],
    [38.0005, 23.001, '050000000001'],
    [38, 23, '050000000001'],
    [38.001, 23.002, '050000000002'],
    [38.0005, 24.0005, '050000000003'],
    [38.0015, 24.0015, undefined],
    [38.0015, 24.001, '050000000003'],
    [38.005, 25.005, '050000000004'],
    [38.0015, 25.0015, '050000000005'],
    [38.0005, 23.0021, undefined],
    [0, 0, undefined],
    [90, 180, undefined],
  ];
  for (const [latitude, longitude, kaek] of cases) {
    const response = await get(latitude, longitude);
    assert.equal(response.statusCode, kaek ? 200 : 404, `${latitude} ${longitude}`);
    assert.equal(response.json().kaek, kaek);
  }
});

test('it answers as the KAEK search does', async () => {
  const bySearch = await api.inject('/api/geocoding/kaek-search/?kaek_code=050000000001');
  assert.equal((await get(38.0005, 23.0005)).body, bySearch.body);
  assert.match((await get(38.0005, 23.0005, '&srid=2100')).json().geometry, /^POLYGON \(\(\d{6}\./);
});
