import assert from 'node:assert/strict';
import test from 'node:test';
import { geocode } from '#domain/geocoder/geocode.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { house, lookupOf, street, town } from './small-town.ts';

const odd = { from: 1, to: 21, side: 'odd' } as const;
const even = { from: 2, to: 20, side: 'even' } as const;
const index = buildGeocoder(
  town(
    street('Σκουφά Νικολάου', { ranges: [odd, even] }),
    street('Σκουφά Νικολάου', { postalCode: '99102', ranges: [{ ...odd, from: 23, to: 99 }] }),
    street('Ερμού'),
  ),
);
const houses = [
  house('Σκουφά Νικολάου', '4', 0),
  house('Σκουφά Νικολάου', '8', 40),
  house('Σκουφά Νικολάου', '12Α', 80),
  house('Σκουφά Νικολάου', '14-16', 100),
  house('Σκουφά Νικολάου', '3', 500),
];
const find = (address: string) => geocode(index, { address }, lookupOf(houses));

test('a known number is the house, and exact', async () => {
  const [found] = await find('Σκουφά Νικολάου 8, 99101');
  assert.equal(found?.match.level, 'house_number');
  assert.equal(found?.match.confidence, 1);
  assert.equal(found?.longitude, houses[1]!.longitude);
  assert.equal(found?.source, 'osm');
  assert.deepEqual(found?.match.faults, []);
});

test('letters and doubles of the house are met in either script', async () => {
  for (const typed of ['Skoufa 12A', 'Σκουφά 12α', 'Σκουφά 14', 'Σκουφά 16']) {
    const [found] = await find(`${typed}, 99101`);
    assert.equal(found?.match.level, 'house_number', typed);
  }
});

test('an unknown number between two of its side is placed between them', async () => {
  const [found] = await find('Σκουφά Νικολάου 6, 99101');
  assert.equal(found?.match.level, 'interpolated');
  assert.ok(Math.abs(found!.longitude - (houses[0]!.longitude + houses[1]!.longitude) / 2) < 1e-7);
  assert.ok(found!.match.confidence < 1);
  assert.ok(found!.match.partial);
});

test('a number of the other side, or with an unknown letter, is no house', async () => {
  for (const [number, level] of [
    ['15', 'street'],
    ['7', 'street'],
    ['8Β', 'interpolated'],
  ] as const) {
    const [found] = await find(`Σκουφά Νικολάου ${number}, 99101`);
    assert.equal(found?.match.level, level, number);
    assert.equal(found.components.house_number, number);
  }
});

test('an unknown number never becomes another street or house', async () => {
  const [found] = await find('Ερμού 8, 99101');
  assert.equal(found?.components.street, 'Ερμού');
  assert.equal(found?.match.level, 'street');
  const [outside] = await find('Σκουφά Νικολάου 400, 99101');
  assert.equal(outside?.match.level, 'street');
  assert.equal(outside?.components.house_number, null);
  assert.ok(outside!.match.confidence < 0.8);
});

test('the number chooses the stretch and its postal code', async () => {
  const [found] = await find('Σκουφά Νικολάου 31, Μικρή Πόλη');
  assert.equal(found?.components.postal_code, '99102');
  // Houses of the far stretch are none of this one.
  assert.equal(found?.match.level, 'street');
});

test('a corner is where houses of both streets are nearest to each other', async () => {
  const atCorner = [...houses, house('Ερμού', '1', 520), house('Ερμού', '9', 900)];
  const query = { address: 'Σκουφά & Ερμού, 99101' };
  const [found] = await geocode(index, query, lookupOf(atCorner));
  assert.equal(found?.formatted_address, 'Σκουφά Νικολάου & Ερμού, 991 01 Μικρή Πόλη');
  assert.ok(Math.abs(found!.longitude - (23 + 510 / 87_800)) < 1e-7);
  assert.equal(found?.match.accuracy_m, 20);
  const [apart] = await geocode(index, query, lookupOf([...houses, house('Ερμού', '1', 900)]));
  assert.notEqual(apart?.match.accuracy_m, 20);
});

test('a house is on the stretch of its postal code or else the nearest, and comes once', async () => {
  const index = buildGeocoder(town(street('Ερμού', { postalCode: '99102' }), street('Ερμού')));
  for (const [postalCode, expected] of [
    ['99102', 'house_number 99102'],
    [null, 'house_number 99101'],
  ] as const) {
    const lookup = lookupOf([{ ...house('Ερμού', '5', 20), postalCode }]);
    const found = await geocode(index, { address: 'Ερμού 5, Μικρή Πόλη' }, lookup);
    const brief = found.map(({ match, components }) => `${match.level} ${components.postal_code}`);
    assert.deepEqual(brief, [expected]);
  }
});

test('the postal code of the house itself is answered, where it is one', async () => {
  const index = buildGeocoder(town(street('Ερμού')));
  for (const [told, answered] of [
    ['99102', '99102'],
    ['12345', '99101'],
  ] as const) {
    const lookup = lookupOf([{ ...house('Ερμού', '5', 20), postalCode: told }]);
    const [found] = await geocode(index, { address: 'Ερμού 5, Μικρή Πόλη' }, lookup);
    assert.equal(found?.components.postal_code, answered);
  }
});
