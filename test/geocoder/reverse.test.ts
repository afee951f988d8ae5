import assert from 'node:assert/strict';
import test from 'node:test';
import { buildGeocoder } from '../../src/geocoder/build.ts';
import { metresBetween } from '../../src/geocoder/central-position.ts';
import { reverse } from '../../src/geocoder/reverse.ts';
import { national } from './national.ts';
import { house, street, town } from './small-town.ts';

const position = { latitude: 38, longitude: 23.0005, accuracyMetres: 100 };
const small = buildGeocoder(town(street('Ερμού', { position }), street('Αθηνάς')));

/** The longitude so many metres east of 23°, at 38° north. */
const east = (metres: number) => 23 + metres / 87_800;

test('the nearest house is the address of a point', async () => {
  const near = () => [house('Ερμού', '5', 10), house('Ερμού', '7', 40)];
  const found = await reverse(small, 38, east(38), near);
  assert.equal(found?.match.level, 'house_number');
  assert.equal(found?.components.house_number, '7');
  assert.equal(found?.formatted_address, 'Ερμού 7, 991 01 Μικρή Πόλη');
  assert.ok(Math.abs(found!.distance_m - 2) < 0.2, `${found?.distance_m}`);
});

test('a house is named within 25 m, its street within 60 m', async () => {
  for (const [metres, level] of [
    [24, 'house_number'],
    [26, 'street'],
    [59, 'street'],
  ] as const) {
    const found = await reverse(small, 38, east(1_000 + metres), () => [
      house('Αθηνάς', '5', 1_000),
    ]);
    assert.equal(found?.match.level, level, `${metres} m`);
    assert.equal(found?.components.street, 'Αθηνάς');
    assert.equal(found?.components.house_number, level === 'street' ? null : '5');
    assert.ok(Math.abs(found!.distance_m - metres) < 1, `${found?.distance_m}`);
  }
});

test('distances are those from the point to the position of the result', async () => {
  const houses = () => [house('Ερμού', '5', 10)];
  for (const [latitude, longitude] of [
    [38, east(20)],
    [38, 23.0015],
    [38.018, 23.001],
    [38.1, 23.1],
  ] as const) {
    const found = await reverse(small, latitude, longitude, houses);
    const metres = metresBetween(found!, { latitude, longitude });
    assert.ok(Math.abs(found!.distance_m - metres) < 0.02, `${found?.distance_m} and ${metres}`);
  }
});

test('the nearer of two streets answers, however long the other is', async () => {
  const at = (metres: number, accuracyMetres: number) => ({
    position: { latitude: 38, longitude: east(metres), accuracyMetres },
  });
  const two = buildGeocoder(town(street('Ερμού', at(0, 1_500)), street('Αθηνάς', at(300, 80))));
  assert.equal((await reverse(two, 38, east(290)))?.components.street, 'Αθηνάς');
  assert.equal((await reverse(two, 38, east(900)))?.components.street, 'Ερμού');
});

test('without a house near, the nearest street with a position answers', async () => {
  const found = await reverse(small, 38, 23.0015, () => [house('Ερμού', '5', 900)]);
  assert.equal(found?.match.level, 'street');
  assert.equal(found?.components.street, 'Ερμού');
});

test('without a street near, the postal code answers and is less sure', async () => {
  const found = await reverse(small, 38.018, 23.001);
  assert.equal(found?.match.level, 'postal_code');
  assert.equal(found?.components.postal_code, '99102');
  assert.equal(found?.components.street, null);
  assert.ok(found!.match.confidence < 0.6);
});

test('the gazetteer knows the municipality of a point anywhere in Greece', async () => {
  for (const [latitude, longitude, municipality] of [
    [37.978, 23.7396, 'Αθήνα'],
    [40.6345, 22.9404, 'Θεσσαλονίκη'],
    [35.34, 25.13, 'Ηράκλειο'],
    [36.44, 28.22, 'Ρόδος'],
  ] as const) {
    const found = await reverse(national, latitude, longitude);
    assert.equal(found?.components.municipality, municipality);
    assert.equal(found?.match.level, 'postal_code');
  }
});

test('outside Greece there is nothing', async () => {
  for (const [latitude, longitude] of [
    [51.5, -0.1],
    [0, 0],
    [90, 0],
    [-90, 180],
  ] as const) {
    assert.equal(await reverse(national, latitude, longitude), null);
  }
});
