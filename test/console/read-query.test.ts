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
import { processorSeconds } from '../processor-time.ts';

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

test('a pasted code may have its label, and degrees may lack their signs', () => {
  for (const typed of ['ΚΑΕΚ: 050097532007', 'KAEK 050097532007', 'Κ.Α.Ε.Κ. 05 009 75 32 007']) {
    const read = readQuery(typed);
    assert.equal(read.kind === 'kaek' && read.code.replaceAll(' ', ''), '050097532007', typed);
  }
  assert.deepEqual(readQuery('kaek 05009'), { kind: 'kaekStart', text: '05009', length: 5 });
  assert.equal(readQuery('Καεκίου 12').kind, 'address');
  for (const typed of [
    '37 58 31.8 N 23 44 5.28 E',
    'N 37 58 31.8, E 23 44 5.28',
    '37 58 31,8 Β 23 44 5,28 Α',
    '37:58:31.8N 23:44:5.28E',
    '37 58 31.8 23 44 5.28',
    '37 58.53 N 23 44.088 E',
  ]) {
    const read = readQuery(typed);
    assert.ok(read.kind === 'point' && Math.abs(read.latitude - 37.9755) < 1e-9, typed);
    assert.ok(Math.abs(read.longitude - 23.7348) < 1e-9, typed);
  }
  for (const typed of ['37 58 31 23 44 5', '210 32 45 678', '37 68 31.8 N 23 44 5.3 E']) {
    assert.notEqual(readQuery(typed).kind, 'point', typed);
  }
});

test('a link of a map is read as text: the pin, then what was searched, then the view', () => {
  const google = 'https://www.google.com/maps';
  const osm = 'https://www.openstreetmap.org';
  const cases: [string, [number, number] | string][] = [
    [`${google}/@37.9755,23.7348,17z`, [37.9755, 23.7348]],
    [`${google}/place/X/@37.9,23.7,17z/data=!3m1!8m2!3d37.9755!4d23.7348`, [37.9755, 23.7348]],
    [`${google}/place/37%C2%B058'31.8%22N+23%C2%B044'05.28%22E/`, [37.9755, 23.7348]],
    [`${google}?q=37.9755,23.7348`, [37.9755, 23.7348]],
    [`${google}/search/?api=1&query=37.9755%2C23.7348`, [37.9755, 23.7348]],
    [`${google}/search/37.9755,+23.7348?hl=el`, [37.9755, 23.7348]],
    ['maps.google.gr/?ll=37.9755,23.7348', [37.9755, 23.7348]],
    [`${google}?q=%CE%95%CF%81%CE%BC%CE%BF%CF%8D+15`, 'Ερμού 15'],
    [`${osm}/#map=17/37.9755/23.7348`, [37.9755, 23.7348]],
    [`${osm}/?mlat=37.9755&mlon=23.7348#map=5/1/2`, [37.9755, 23.7348]],
    [`${osm}/way/123#map=17/37.9755/23.7348&layers=N`, [37.9755, 23.7348]],
    [`${osm}/search?query=Ermou+15#map=5/1/2`, 'Ermou 15'],
    [`www.google.com/maps/@-37.5,-23.25,17z`, [-37.5, -23.25]],
  ];
  for (const [typed, wanted] of cases) {
    const read = readQuery(typed);
    if (typeof wanted === 'string')
      assert.equal(read.kind === 'address' && read.text, wanted, typed);
    else {
      assert.ok(read.kind === 'point', typed);
      assert.ok(Math.abs(read.latitude - wanted[0]) < 1e-9, typed);
      assert.ok(Math.abs(read.longitude - wanted[1]) < 1e-9, typed);
    }
  }
  for (const typed of [
    'https://maps.app.goo.gl/AbCdEf',
    'https://example.com/@37.9755,23.7348,17z',
    'https://evilgoogle.com/maps/@37.9755,23.7348,17z',
    `${google}/@97.9755,23.7348,17z`,
    `${google}?q=https://${'a'.repeat(900)}`,
    'https://%%%',
  ]) {
    assert.deepEqual(readQuery(typed), { kind: 'unreadable', why: 'link' }, typed);
    assert.equal(subjectOfQuery(readQuery(typed)), undefined);
  }
});

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

test('a full plus code is the middle of its area; a short one needs its first digits', () => {
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
  // The middle of the area from 47 to 47.000125 degrees north, and 8 to 8.000125 east.
  const zurich = readQuery('8FVC2222+22');
  assert.ok(zurich.kind === 'point');
  assert.deepEqual(
    [zurich.latitude, zurich.longitude].map(part => part.toFixed(7)),
    ['47.0000625', '8.0000625'],
  );
  assert.deepEqual(readQuery('XPGH+6V Αθήνα'), { kind: 'unreadable', why: 'shortCode' });
  assert.equal(readQuery('Ερμού+15').kind, 'address');
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
  for (const hostile of [
    '1 '.repeat(128),
    '1°1\'1"'.repeat(40),
    '9'.repeat(256),
    ' ,'.repeat(128),
  ]) {
    assert.ok((await processorSeconds(() => readQuery(hostile))) < 2, hostile.slice(0, 10));
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
