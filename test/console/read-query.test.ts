import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readQuery } from '../../console/src/search/read-query.ts';
import {
  inOrder,
  keyOf,
  pointSuggestions,
  type ServiceSuggestion,
  subjectOf,
  subjectOfQuery,
} from '../../console/src/search/suggestion.ts';

test('coordinates are read in every usual notation', () => {
  for (const typed of [
    '37.9755, 23.7348',
    '37.9755 23.7348',
    '37.9755,23.7348',
    '  37.9755 ;23.7348 ',
    '37.9755/23.7348',
    '37,9755 23,7348',
    '37,9755, 23,7348',
    '37,9755; 23,7348',
    '37.9755N 23.7348E',
    'N37.9755 E23.7348',
    '37.9755° N, 23.7348° E',
    '37,9755° Β, 23,7348° Α',
    '23.7348E 37.9755N',
    'geo:37.9755,23.7348',
    '３７.9755, 23.7348',
  ]) {
    const read = readQuery(typed);
    assert.ok(read.kind === 'point', typed);
    assert.deepEqual([read.latitude, read.longitude], [37.9755, 23.7348], typed);
    assert.equal(read.hasDirections ?? false, /[A-ZΑ-Ω]/.test(typed), typed);
  }
});

test('degrees, minutes and seconds are read, and all four directions', () => {
  const south = { kind: 'point', latitude: -33.5, longitude: -70.6 };
  const read = readQuery('37°58\'31.8"N 23°44′05.28″E');
  assert.ok(read.kind === 'point');
  assert.ok(Math.abs(read.latitude - 37.9755) < 1e-9);
  assert.ok(Math.abs(read.longitude - 23.7348) < 1e-9);
  assert.deepEqual(readQuery('33.5S 70.6W'), { ...south, hasDirections: true });
  // Greek Ν is south (νότια), not the Latin N.
  assert.deepEqual(readQuery('33,5Ν 70,6Δ'), { ...south, hasDirections: true });
  assert.deepEqual(readQuery('-33.5 -70.6'), south);
});

test('one number of a pair may be an integer', () => {
  assert.deepEqual(readQuery('38, 23.5'), { kind: 'point', latitude: 38, longitude: 23.5 });
  assert.deepEqual(readQuery('38, 23'), { kind: 'point', latitude: 38, longitude: 23 });
  assert.equal(readQuery('38,23').kind, 'address');
});

test('text that only resembles coordinates is an address', () => {
  for (const typed of [
    '91.5, 23.7',
    '37.9755, 181.2',
    '37.9755N 23.7348N',
    '37°61\'00"N 23°00\'00"E',
    '45 12',
    '3, Ερμού',
    '105 63',
    '37.9755',
    'Ερμού 37, 105 63 Αθήνα',
  ]) {
    assert.equal(readQuery(typed).kind, 'address', typed);
  }
});

test('a KAEK is recognised by its form, with any separators, letters and units', () => {
  for (const typed of [
    '050099901001',
    '05 009 99 01 001',
    '05-009-99-01-001',
    '05.009.99.01.001',
    '12098ΕΚ00029',
    '12098εκ00029',
    '12098EK00029',
    '050681726003/0/1',
  ]) {
    assert.equal(readQuery(typed).kind, 'kaek', typed);
  }
});

test('the beginning of a KAEK is known as such, and is not searched as an address', () => {
  for (const [typed, length] of [
    ['050099', 6],
    ['05 009 99', 7],
    ['05.009.9', 6],
    ['05009990100', 11],
    ['12098εκ0', 8],
  ] as const) {
    assert.deepEqual(readQuery(typed), { kind: 'kaekStart', text: typed, length });
    assert.equal(subjectOfQuery(readQuery(typed)), undefined);
  }
  for (const typed of ['10563', '105 63', '37.9755', '45-47', '28ης Οκτωβρίου 12']) {
    assert.equal(readQuery(typed).kind, 'address', typed);
  }
});

test('less than three characters is not a query', () => {
  for (const typed of ['', '  ', 'Ερ', ' a '])
    assert.deepEqual(readQuery(typed), { kind: 'nothing' });
  assert.equal(subjectOfQuery(readQuery('Ερ')), undefined);
});

test('random text is read quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 256 }), typed => {
      const before = performance.now();
      const { kind } = readQuery(typed);
      assert.ok(['nothing', 'kaek', 'kaekStart', 'point', 'address'].includes(kind));
      assert.ok(performance.now() - before < 2_000);
    }),
  );
  for (const hostile of [
    '1 '.repeat(128),
    '1°1\'1"'.repeat(40),
    '9'.repeat(256),
    ' ,'.repeat(128),
  ]) {
    const before = performance.now();
    readQuery(hostile);
    assert.ok(performance.now() - before < 2_000, hostile.slice(0, 10));
  }
});

test('a pair with the longitude first opens swapped, unless letters say which is which', () => {
  const turned = readQuery('23.7348, 37.9755');
  assert.ok(turned.kind === 'point');
  assert.deepEqual(
    pointSuggestions(turned).map(suggestion =>
      suggestion.kind === 'point' ? [suggestion.latitude, suggestion.isTurned] : [],
    ),
    [
      [37.9755, true],
      [23.7348, false],
    ],
  );
  const opens = (typed: string) => subjectOfQuery(readQuery(typed));
  assert.deepEqual(opens('23.7348, 37.9755'), opens('37.9755, 23.7348'));
  assert.deepEqual(opens('23.7348N 37.9755E'), {
    kind: 'point',
    latitude: 23.7348,
    longitude: 37.9755,
  });
  assert.deepEqual(opens('51.5, 0.12'), { kind: 'point', latitude: 51.5, longitude: 0.12 });
});

const suggested = (kind: ServiceSuggestion['kind'], text: string): ServiceSuggestion => ({
  id: 's0123456789',
  kind,
  level: 'street',
  text,
  text_en: text,
  also: null,
  latitude: 38,
  longitude: 23,
  components: {
    street: null,
    house_number: null,
    postal_code: null,
    locality: null,
    municipality: null,
    regional_unit: null,
    region: null,
  },
});

test('recent searches come first, then houses, and no text twice', () => {
  const list = [
    suggested('settlement', 'Ερμούπολη'),
    suggested('address', 'Ερμού 5, Αθήνα'),
    suggested('postal_code', '105 63 Αθήνα'),
    suggested('postal_code', '105 63 Αθήνα'),
    suggested('street', 'Ερμού, Αθήνα'),
  ];
  assert.deepEqual(
    inOrder(list, ['Ερμού, Αθήνα']).map(({ text }) => text),
    ['Ερμού, Αθήνα', 'Ερμού 5, Αθήνα', 'Ερμούπολη', '105 63 Αθήνα'],
  );
});

test('each suggestion opens what it shows', () => {
  const opens = (kind: ServiceSuggestion['kind'], text: string) =>
    subjectOf({ kind: 'service', found: suggested(kind, text) });
  assert.deepEqual(opens('street', 'Ερμού'), {
    kind: 'address',
    address: 'Ερμού',
    id: 's0123456789',
  });
  assert.deepEqual(opens('parcel', '050099901001'), { kind: 'kaek', code: '050099901001' });
  const point = { kind: 'point', latitude: 38, longitude: 23 };
  assert.deepEqual(opens('coordinates', '38, 23'), point);
  const named = { ...point, name: 'Σύνταγμα, Αθήνα', id: 's0123456789' };
  assert.deepEqual(opens('place', 'Σύνταγμα, Αθήνα'), named);
  const keys = (['place', 'settlement'] as const).map(kind =>
    keyOf({ kind: 'service', found: suggested(kind, 'Σύνταγμα, Αθήνα') }),
  );
  assert.notEqual(keys[0], keys[1]);
});
