import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readQuery } from '../../console/src/search/read-query.ts';
import { pointSuggestions, subjectOfQuery } from '../../console/src/search/suggestion.ts';

test('coordinates are read in every usual notation', () => {
  const athens = { kind: 'point', latitude: 37.9755, longitude: 23.7348 };
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
    assert.deepEqual(readQuery(typed), athens, typed);
  }
});

test('degrees, minutes and seconds are read, and all four directions', () => {
  const read = readQuery('37°58\'31.8"N 23°44′05.28″E');
  assert.ok(read.kind === 'point');
  assert.ok(Math.abs(read.latitude - 37.9755) < 1e-9);
  assert.ok(Math.abs(read.longitude - 23.7348) < 1e-9);
  assert.deepEqual(readQuery('33.5S 70.6W'), { kind: 'point', latitude: -33.5, longitude: -70.6 });
  // Greek Ν is south (νότια), not the Latin N.
  assert.deepEqual(readQuery('33,5Ν 70,6Δ'), { kind: 'point', latitude: -33.5, longitude: -70.6 });
  assert.deepEqual(readQuery('-33.5 -70.6'), { kind: 'point', latitude: -33.5, longitude: -70.6 });
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
  assert.equal(readQuery('05009990100').kind, 'address');
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
      assert.ok(['nothing', 'kaek', 'point', 'address'].includes(kind));
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

test('a pair with the longitude first is offered swapped, then as typed', () => {
  assert.deepEqual(
    pointSuggestions({ latitude: 23.7348, longitude: 37.9755 }).map(suggestion =>
      suggestion.kind === 'point' ? [suggestion.latitude, suggestion.isTurned] : [],
    ),
    [
      [37.9755, true],
      [23.7348, false],
    ],
  );
  assert.equal(pointSuggestions({ latitude: 37.9755, longitude: 23.7348 }).length, 1);
  assert.equal(pointSuggestions({ latitude: 51.5, longitude: 0 }).length, 1);
});
