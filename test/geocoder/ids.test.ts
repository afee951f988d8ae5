import assert from 'node:assert/strict';
import test from 'node:test';
import { geocodeId } from '#domain/geocoder/by-id.ts';
import {
  idPattern,
  placeId,
  pointId,
  postalCodeId,
  readId,
  streetId,
} from '#domain/geocoder/ids.ts';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { buildIdTable, rowOfHash } from '#domain/geocoder/index/id-table.ts';
import { reverse } from '#domain/geocoder/reverse.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { find, national, rows } from './national.ts';

const form = new RegExp(idPattern);

test('each street and place has an id of its own, which means it', () => {
  const ids = new Set<string>();
  for (let street = 0; street < national.streets.count; street += 7) {
    const id = streetId(national, street);
    assert.match(id, form);
    assert.deepEqual(readId(national, id), { kind: 'street', street, corner: null, number: null });
    ids.add(id);
  }
  national.places.places.forEach((_, row) => {
    const id = placeId(national, row);
    assert.match(id, form);
    assert.deepEqual(readId(national, id), { kind: 'place', row });
    ids.add(id);
  });
  assert.equal(ids.size, Math.ceil(national.streets.count / 7) + national.places.places.length);
});

longTest('ids stay when rows are numbered anew and a street gets another name', async () => {
  const [street, ...others] = rows.streets.filter(({ municipality }) => municipality === 'Βόλου');
  const before = buildGeocoder({ ...rows, streets: [street!, ...others] });
  const renamed = { ...street!, name: 'Οδός του Δοκιμαστή', otherNames: [street!.name] };
  const streets = [...others.toReversed(), renamed];
  const after = buildGeocoder({ ...rows, streets, localities: rows.localities.toReversed() });
  for (let one = 0; one < others.length + 1; one++) {
    const found = readId(after, streetId(before, one));
    assert.ok(found?.kind === 'street', `${one}`);
    const expected = one === 0 ? others.length : others.length - one;
    const isSame = found.street === expected;
    const { postalCode } = [street!, ...others][one]!;
    const code = after.postalCodes[after.streets.postalCode[found.street]!]?.postalCode;
    assert.ok(isSame || code === postalCode);
  }
  const volos = placeId(
    before,
    before.places.places.findIndex(({ name }) => name === 'Βόλος'),
  );
  assert.equal((await geocodeId(after, volos))?.formatted_address, 'Βόλος');
  const fresh = streetId(after, others.length);
  assert.equal(readId(before, fresh), null, 'a name that the data did not have');
});

test('an id gives the result that it was given with', async () => {
  for (const text of ['Σκουφά 24, Αθήνα', 'Σκουφά & Λυκαβηττού, Αθήνα', '10563', 'Βόλος', 'Φηρά']) {
    const [first] = await find(text);
    const again = await geocodeId(national, first!.id!);
    for (const field of ['id', 'latitude', 'longitude', 'formatted_address', 'bounds'] as const) {
      assert.deepEqual(again?.[field], first![field], `${text}: ${field}`);
    }
    assert.deepEqual(again?.components, first!.components);
  }
  const near = await reverse(national, 37.98692, 23.73623);
  assert.equal((await geocodeId(national, near!.id!))?.formatted_address, near!.formatted_address);
});

test('the id of a suggestion gives just that, over hundreds', async () => {
  const random = seeded(21);
  let count = 0;
  for (let i = 0; i < 60; i++) {
    const { name } = rows.streets[Math.floor(random() * rows.streets.length)]!;
    for (const suggestion of await suggest(national, { text: `${name.slice(0, 6)} 5` })) {
      const found = await geocodeId(national, suggestion.id);
      for (const field of ['latitude', 'longitude', 'components'] as const) {
        assert.deepEqual(found?.[field], suggestion[field], suggestion.text);
      }
      count++;
    }
  }
  assert.ok(count > 150, `${count}`);
});

test('house numbers with letters and ranges are in the id', () => {
  for (const [first, last, letter] of [
    [24, 24, ''],
    [24, 24, 'α'],
    [9, 9, 'f'],
    [24, 26, ''],
    [1, 9999, 'β'],
  ] as const) {
    const number = { first, last, letter };
    const id = streetId(national, 5, number, 9);
    assert.match(id, form);
    assert.deepEqual(readId(national, id), { kind: 'street', street: 5, corner: 9, number });
  }
});

test('what is no id is refused, and what the data do not have is nothing', () => {
  const known = streetId(national, 5);
  const wrong = ['', 's', 'z0123456789', `${known}-0`, `${known}-9-3`, `${known}-24-`, `${known}x`];
  const others = ['c1056', 'c105633', 'x123', 'suuuuuuuuuu', "s'; drop", 'xzzzzzzzzzzzzzz'];
  for (const id of [...wrong, ...others]) assert.equal(readId(national, id), undefined, id);
  for (const id of ['s0000000000', 'p0000000000', 'n0000000000', 'c00000', `${known}.0000000000`]) {
    assert.equal(readId(national, id), null, id);
  }
  const row = national.postalCodeNumbers.get('10563');
  assert.deepEqual(readId(national, postalCodeId('10563')), { kind: 'postalCode', row });
  const point = { latitude: 37.98692, longitude: -23.1234567 };
  const id = pointId(point.latitude, point.longitude);
  assert.deepEqual(readId(national, id), { kind: 'point', ...point });
});

test('namesakes at one position have ids of their own, and thousands of them end', () => {
  const identity = { key: 'α', others: ['β'], latitude: 38, longitude: 23 };
  const table = buildIdTable(3_000, () => identity);
  for (let row = 0; row < 50; row++) assert.equal(rowOfHash(table, table.hashes[row]!), row);
  assert.equal(rowOfHash(table, table.hashes[2_999]!), 0);
});
