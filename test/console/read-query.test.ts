import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readQuery } from '../../console/src/shell/search/read-query.ts';
import {
  inOrder,
  isWhole,
  keyOf,
  pointSuggestions,
  type ServiceSuggestion,
  type Suggestion,
  shownKind,
  subjectOf,
  subjectOfQuery,
} from '../../console/src/shell/search/suggestion.ts';
import { readRows } from '../geocoder/rows.ts';
import { processorSeconds } from '../processor-time.ts';

// What is typed, several texts apart by ` | ` (`{9 a}` is nine letters), and as what it is read.
const table = readRows('test/console/read-query.tsv', ['typed', 'read']);
for (const [rule, rows] of Map.groupBy(table, ({ rule }) => rule)) {
  test(rule, () => {
    for (const { at, typed, read } of rows) {
      for (const text of typed.split(' | ')) {
        const whole = text.replace(/\{(\d+) (.)\}/, (_, count, letter) => letter.repeat(count));
        const query = readQuery(whole);
        assert.ok(isReadAs(query, read.split(' ')), `${at}: ${whole}: ${JSON.stringify(query)}`);
        const isSubject = ['point', 'kaek', 'address'].includes(query.kind);
        assert.equal(subjectOfQuery(query) !== undefined, isSubject, at);
      }
    }
  });
}

function isReadAs(query: ReturnType<typeof readQuery>, [kind, ...values]: string[]): boolean {
  if (kind === 'no') return query.kind !== values[0];
  if (query.kind === 'unreadable') return query.why === kind;
  if (query.kind !== kind) return false;
  if (query.kind === 'point') {
    const [latitude, longitude, ...directions] = values;
    return (
      Math.abs(query.latitude - Number(latitude)) < 1e-9 &&
      Math.abs(query.longitude - Number(longitude)) < 1e-9 &&
      (query.hasDirections ?? false) === directions.length > 0
    );
  }
  const wanted = values.join(' ');
  if (query.kind === 'kaekStart') return `${query.length}` === wanted;
  if (query.kind === 'kaek') return ['', query.code.replaceAll(' ', '')].includes(wanted);
  return query.kind !== 'address' || ['', query.text].includes(wanted);
}

/** A plus code by the definition: whole steps from the south-west corner of the world. */
function plusCode(latitude: number, longitude: number, places: number): string {
  const digits = '23456789CFGHJMPQRVWX';
  const [rows, columns] = [5 ** (places - 10), 4 ** (places - 10)];
  let north = Math.floor((latitude + 90) * 8000 * rows + 1e-6);
  let east = Math.floor((longitude + 180) * 8000 * columns + 1e-6);
  let code = '';
  for (let place = places; place > 10; place -= 1) {
    code = digits[(north % 5) * 4 + (east % 4)] + code;
    [north, east] = [Math.floor(north / 5), Math.floor(east / 4)];
  }
  for (let pair = 0; pair < 5; pair += 1) {
    code = digits[north % 20]! + digits[east % 20]! + code;
    [north, east] = [Math.floor(north / 20), Math.floor(east / 20)];
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`;
}

test('any full plus code is the middle of its area', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -89.9, max: 89.9, noNaN: true }),
      fc.double({ min: -180, max: 179.9, noNaN: true }),
      fc.integer({ min: 10, max: 13 }),
      (latitude, longitude, places) => {
        const read = readQuery(plusCode(latitude, longitude, places).toLowerCase());
        assert.ok(read.kind === 'point');
        const half = 1 / 16_000 + 1e-6;
        assert.ok(Math.abs(read.latitude - latitude) <= half / 5 ** (places - 10) + 1e-6);
        assert.ok(Math.abs(read.longitude - longitude) <= half / 4 ** (places - 10) + 1e-6);
      },
    ),
  );
});

test('less than three characters is not a query', () => {
  for (const typed of ['', '  ', 'Ερ', ' a '])
    assert.deepEqual(readQuery(typed), { kind: 'nothing' });
  assert.equal(subjectOfQuery(readQuery('Ερ')), undefined);
});

test('random text is read quickly', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 256 }), typed => {
      const { kind } = readQuery(typed);
      assert.ok(['nothing', 'kaek', 'kaekStart', 'point', 'address', 'unreadable'].includes(kind));
    }),
  );
  const pairs = ['1 '.repeat(128), '1°1\'1"'.repeat(40)];
  for (const hostile of [...pairs, '9'.repeat(256), ' ,'.repeat(128)]) {
    assert.ok((await processorSeconds(() => readQuery(hostile))) < 2, hostile.slice(0, 10));
  }
});

test('a pair with the longitude first opens swapped, unless letters say which is which', () => {
  const turned = readQuery('23.7348, 37.9755');
  assert.ok(turned.kind === 'point');
  const shown = pointSuggestions(turned).map(suggestion =>
    suggestion.kind === 'point' ? `${suggestion.latitude} ${suggestion.isTurned}` : '',
  );
  assert.deepEqual(shown, ['37.9755 true', '23.7348 false']);
  const opens = (typed: string) => subjectOfQuery(readQuery(typed));
  assert.deepEqual(opens('23.7348, 37.9755'), opens('37.9755, 23.7348'));
  const lettered = { kind: 'point', latitude: 23.7348, longitude: 37.9755 };
  assert.deepEqual(opens('23.7348N 37.9755E'), lettered);
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
    ...{ street: null, house_number: null, postal_code: null, locality: null },
    ...{ municipality: null, regional_unit: null, region: null },
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

test('a suggestion whose number is not known is shown as a street', () => {
  const kindOf = (kind: ServiceSuggestion['kind'], level: ServiceSuggestion['level']) =>
    shownKind({ ...suggested(kind, 'Ερμού 999, Αθήνα'), level });
  assert.equal(kindOf('address', 'street'), 'street');
  assert.equal(kindOf('address', 'house_number'), 'address');
  assert.equal(kindOf('address', 'interpolated'), 'address');
  assert.equal(kindOf('settlement', 'locality'), 'settlement');
});

test('each suggestion opens what it shows', () => {
  const opens = (kind: ServiceSuggestion['kind'], text: string) =>
    subjectOf({ kind: 'service', found: suggested(kind, text) });
  const address = { kind: 'address', address: 'Ερμού', id: 's0123456789' };
  assert.deepEqual(opens('street', 'Ερμού'), address);
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

test('a text is whole where a word or a number of its suggestion ends', () => {
  const found = { text: 'Ερμού 15, Αθήνα', text_en: 'Ermou 15, Athens', also: 'Λεωφόρος Ερμή' };
  const suggestion = { kind: 'service', found } as Suggestion;
  const table: [string, boolean][] = [
    ['ερμου 15', true],
    ['Ερμού 1', false],
    ['ermou', true],
    ['erm', false],
    ['Ερμού 15, αθην', false],
    ['λεωφ ερμη', true],
    ['', false],
  ];
  for (const [typed, expected] of table) assert.equal(isWhole(typed, suggestion), expected, typed);
});
