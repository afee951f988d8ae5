import assert from 'node:assert/strict';
import test from 'node:test';
import {
  columnKey,
  generalNames,
  keyWithoutRemarks,
  usualNames,
} from '#domain/property/usual-names.ts';
import {
  findColumns,
  hasLocationColumns,
  isBareYear,
  knownColumns,
  rivalColumns,
} from '#features/portfolio/fields/columns.ts';
import { unusedColumnNotes } from '#features/portfolio/file-notes.ts';
import { textIn } from '#features/portfolio/messages/row-messages.ts';
import { KtimaError } from '#tools/errors.ts';
import { readRows } from '../../geocoder/rows.ts';

/*
 * A column is written with the field that reads it: `name = field`. Notes and rivals are compared
 * where they are given: `none` is none, `…` anything.
 */
const rows = readRows('test/portfolio/fields/columns.tsv', ['columns', 'map', 'note', 'rivals']);
for (const [rule, own] of Map.groupBy(rows, row => row.rule)) {
  test(rule, () => {
    for (const { at, columns: written, map, note, rivals: expected } of own) {
      const pairs = written.split(' | ').map(one => /^(.*?)(?: = (\w+))?$/.exec(one)!.slice(1));
      const header = pairs.map(([name]) => name!);
      const mapped = map.split(', ').filter(Boolean);
      const columns = findColumns(header, mapped);
      const fields = Object.entries(columns).map(([field, column]) => [header[column], field]);
      assert.deepEqual(fields.sort(), pairs.filter(([, field]) => field !== undefined).sort(), at);
      const rivals = rivalColumns(header, columns, mapped);
      const kinds = rivals.map(({ isEqual }) => (isEqual ? 'equal' : 'more exact'));
      if (expected) assert.equal(kinds.sort().join(', ') || 'none', expected, at);
      if (note === '') continue;
      const notes = unusedColumnNotes(header, columns, rivals).map(one => textIn('en', one));
      const parts = (note === 'none' ? '' : note).split('…').map(RegExp.escape);
      assert.match(notes.join('; '), new RegExp(`^${parts.join('.*')}`), at);
    }
  });
}

test('a name of a column belongs to one field, also by its sound', () => {
  const both = new Set(['municipality', 'city']);
  const fieldsOf = new Map<string, Set<string>>();
  for (const names of [usualNames, generalNames]) {
    for (const [field, keys] of Object.entries(names)) {
      for (const key of keys) fieldsOf.set(key, (fieldsOf.get(key) ?? new Set()).add(field));
    }
  }
  for (const [key, of] of fieldsOf) assert.ok(of.size === 1 || of.isSubsetOf(both), key);
  for (const name of [
    'odos',
    'dhmos',
    'dimos',
    'nomos',
    'xrhsh',
    'chrisi',
    'eidos',
    'embadon',
    'poli',
  ]) {
    assert.equal(fieldsOf.get(columnKey(name))?.size, /^d/.test(name) ? 2 : 1, name);
  }
});

test('brackets without an end cost nothing', () => {
  assert.equal(keyWithoutRemarks('a (b) [c'), 'abc');
  assert.equal(keyWithoutRemarks('[area (m²)'), 'area');
  assert.equal(keyWithoutRemarks('area (plot (m²)'), 'areaplotm2');
  // Minutes with a pattern that searches the end of each bracket.
  for (const open of ['(', '[', '([', '()[']) {
    assert.equal(keyWithoutRemarks(`${open.repeat(200_000)}area`), 'area');
  }
});

test('a year is known to be bare, unless it was mapped', () => {
  const header = ['address', 'Έτος'];
  const isBare = (...map: string[]) => isBareYear(header, findColumns(header, map), map);
  assert.deepEqual([isBare(), isBare('construction_year=Έτος')], [true, false]);
});

test('the rival of a column is named', () => {
  const header = ['ΤΚ', 'Εμβαδόν', 'Επιφάνεια', 'Εμβαδόν κτίσματος'];
  const used = { field: 'build_area', used: 'Εμβαδόν κτίσματος', isEqual: false };
  assert.deepEqual(rivalColumns(header, findColumns(header, []), []), [
    { ...used, other: 'Εμβαδόν' },
    { ...used, other: 'Επιφάνεια' },
  ]);
});

test('an unused column is listed with its first values', () => {
  const header = ['address', 'Παρατηρήσεις', 'Κενή'];
  const [note] = unusedColumnNotes(header, findColumns(header, []), [], [[], ['α', 'β'], []]);
  assert.equal(textIn('en', note!), 'columns not used: Παρατηρήσεις (α | β), Κενή');
});

test('a column that is mapped to nothing is not known', () => {
  assert.equal(knownColumns(['Διεύθυνση', 'Εμβαδόν', 'Επιφάνεια'], ['build_area=']), 1);
});

test('a mapping to an unknown field or column is rejected with one sentence', () => {
  const refused = (mapping: string) => {
    try {
      findColumns(['a', 'b'], [mapping]);
    } catch (error) {
      assert.ok(error instanceof KtimaError);
      return error.message;
    }
    return undefined;
  };
  const unknown = 'expected a column of the file for address, got c. Columns: a, b';
  assert.equal(refused('address=c'), unknown);
  const message = /^--map price=a: expected field=column, the field being one of/;
  assert.match(refused('price=a')!, message);
  assert.match(refused('address')!, /^--map address: expected field=column/);
});

test('a property can be located by address, town, KAEK or both coordinates', () => {
  for (const header of [['address'], ['ΤΚ'], ['kaek'], ['lat', 'lon'], ['Χ', 'Υ']]) {
    assert.equal(hasLocationColumns(findColumns(header, [])), true, header.join());
  }
  for (const header of [['lat'], ['build area', 'year'], ['x']]) {
    assert.equal(hasLocationColumns(findColumns(header, [])), false, header.join());
  }
});
