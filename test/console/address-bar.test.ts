import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { dwellingTypes } from '#domain/property/cost/building.ts';
import {
  type AddressBar,
  moveTo,
  readAddressBar,
  views,
  writeAddressBar,
} from '../../console/src/state/subject/address-bar.ts';
import {
  nextHistoryState,
  readHistoryState,
} from '../../console/src/state/subject/history-state.ts';
import type { Subject } from '../../console/src/state/subject/subject.ts';

const words = fc
  .string({ minLength: 1, maxLength: 60 })
  .filter(text => text.trim() === text && text !== '');
const subject: fc.Arbitrary<Subject> = fc.oneof(
  words.map(address => ({ kind: 'address' as const, address })),
  words.map(code => ({ kind: 'kaek' as const, code })),
  fc
    .tuple(
      fc.integer({ min: -900_000, max: 900_000 }),
      fc.integer({ min: -1_800_000, max: 1_800_000 }),
      fc.option(words, { nil: undefined }),
    )
    .map(([latitude, longitude, name]) => ({
      kind: 'point' as const,
      latitude: latitude / 10_000,
      longitude: longitude / 10_000,
      ...(name && { name }),
    })),
);

test('a link opens the same view again', () => {
  const bars: fc.Arbitrary<AddressBar> = fc.record(
    {
      view: fc.constantFrom(...views),
      subject,
      building: fc.record(
        {
          postalCode: fc.stringMatching(/^\d{2,7}$/),
          propertyType: fc.constantFrom(...dwellingTypes),
          buildArea: fc.double({ min: 1e-3, max: 1e7, noNaN: true }),
          constructionYear: fc.integer({ min: 1, max: 9999 }),
          valuationDate: fc.constantFrom('2025-12-31', '1999-01-01'),
          rates: fc.constant('finest' as const),
          index: fc.constantFrom('new dwellings', 'νέες κατοικίες'),
          addons: fc.constantFrom('full', 'a&b=c#d'),
          quality: fc.constant('luxury'),
          basementArea: fc
            .double({ min: 0.5, max: 1e6, noNaN: true })
            .map(area => Math.round(area * 100) / 100),
          auxiliaryArea: fc.integer({ min: 1, max: 500 }),
          renovationYear: fc.integer({ min: 1, max: 9999 }),
          ageing: fc.constantFrom('ross', 'bands'),
          condition: fc.constant('good'),
          sumInsured: fc.integer({ min: 1, max: 1e9 }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    },
    { noNullPrototype: true },
  );
  fc.assert(fc.property(bars, bar => assert.deepEqual(readAddressBar(writeAddressBar(bar)), bar)));
});

test('a run of a portfolio has an address of its own, which other views do not keep', () => {
  const bar: AddressBar = { view: 'portfolio', building: {}, run: '0198-ab_c' };
  assert.equal(writeAddressBar(bar), '#view=portfolio&run=0198-ab_c');
  assert.deepEqual(readAddressBar(writeAddressBar(bar)), bar);
  assert.equal(writeAddressBar({ ...bar, view: 'properties' }), '#view=properties');
  assert.equal(readAddressBar('#view=portfolio&run=a%2F..%2Fb').run, undefined);
});

test('invalid values in a link are ignored', () => {
  const values =
    'view=admin at=91,23 at=1e400,0 at=NaN,1 address=%20 type=castle area=much area=-5';
  const others = 'area=0 area=1e999 year=98.5 year=0 postcode=x1 %E0%A4%A';
  const terms = 'date=31/12/2025&rates=best&insured=-5&basement=1e999&renovated=0&quality=';
  for (const text of ['', terms, ...`${values} ${others}`.split(' ')]) {
    assert.deepEqual(readAddressBar(`#${text}`), { view: 'location', building: {} }, text);
  }
  assert.deepEqual(readAddressBar(''), { view: 'location', building: {} });
});

test('the values of a building are dropped when the property changes', () => {
  const building = { postalCode: '15', propertyType: 'house', buildArea: 100 } as const;
  const zografou: Subject = { kind: 'address', address: 'Εθνικής Αντιστάσεως 50, Ζωγράφου' };
  const tsimiski: Subject = { kind: 'address', address: 'Τσιμισκή 20, Θεσσαλονίκη' };
  const bar: AddressBar = { view: 'cost', subject: zografou, building };
  assert.deepEqual(moveTo(bar, tsimiski), { view: 'cost', subject: tsimiski, building: {} });
  assert.deepEqual(moveTo(bar, { ...zografou }), bar);
  const moved = { view: 'location', subject: tsimiski, building: {} };
  assert.deepEqual(moveTo({ ...bar, view: 'report' }, tsimiski), moved);
});

test('the area of a link has one reading', () => {
  for (const [buildArea, written] of [
    [85, '85'],
    [85.5, '85.5'],
    [1.234, '1.2340'],
    [120.125, '120.1250'],
    [1_520, '1520'],
  ] as const) {
    const hash = writeAddressBar({ view: 'location', building: { buildArea } });
    assert.equal(hash, `#area=${written}`);
    assert.deepEqual(readAddressBar(hash).building, { buildArea });
  }
});

test('an area of a link with two readings is left to the form', () => {
  for (const unclearArea of ['1.520', '120,500']) {
    const hash = writeAddressBar({ view: 'cost', building: { unclearArea } });
    assert.deepEqual(readAddressBar(hash).building, { unclearArea });
  }
});

test('older links, which contain text as typed, are still read', () => {
  const building = { buildArea: 85.5, constructionYear: 1998 };
  assert.deepEqual(readAddressBar('#at=38,23&area=85,5&year=1998').building, building);
});

test('a history entry keeps tab, hidden kinds and the map of its property', () => {
  const ermou: Subject = { kind: 'address', address: 'Ερμού 5, Αθήνα' };
  const kept = { mapView: { latitude: 38, longitude: 23, zoom: 17 }, hidden: ['bank'] } as const;
  const places: AddressBar = { view: 'places', subject: ermou, building: {} };
  const report: AddressBar = { ...places, view: 'report' };
  assert.deepEqual(nextHistoryState(kept, places, report), { ...kept, tab: 'places' });
  const expected = { ...kept, tab: 'places' };
  assert.deepEqual(nextHistoryState({ ...kept, tab: 'places' }, report, places), expected);
  const other: AddressBar = { ...places, subject: { kind: 'kaek', code: '050099901001' } };
  assert.deepEqual(nextHistoryState(kept, places, other), { hidden: ['bank'] });
});

test('a history entry of another version is read as far as it is valid', () => {
  for (const state of [null, undefined, 'text', 5, {}, { mapView: { zoom: 3 }, hidden: 'bank' }]) {
    assert.deepEqual(readHistoryState(state), {}, JSON.stringify(state));
  }
  assert.deepEqual(readHistoryState({ hidden: ['bank', 'castle'], tab: 'admin' }), {
    hidden: ['bank'],
  });
});
