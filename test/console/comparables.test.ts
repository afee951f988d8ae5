import assert from 'node:assert/strict';
import test from 'node:test';
import { replaceRows } from '#storage/store/store.ts';
import { mergeProperties } from '../../console/src/pages/properties/properties-file.ts';
import {
  firstSearch,
  kindsOf,
  pricesOf,
  searchInput,
  toggleRow,
} from '../../console/src/pages/report/comparables/chosen.ts';
import { priceAxis } from '../../console/src/pages/report/comparables/price-axis.ts';
import { el as own } from '../../console/src/pages/report/comparables/words.ts';
import { type ChosenComparable, newProperty } from '../../console/src/state/library/property.ts';
import { mostComparables, readProperty } from '../../console/src/state/library/read-property.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { seeded } from '../seeded.ts';
import { comparable, provenance } from '../service.ts';
import { assertAccessible, assertFits, openSharedPage, signIn } from './pages.ts';
import { home, password, service } from './small-console.ts';

const row: ChosenComparable = {
  property_type: 'apartment',
  kind: 'sold',
  date: '2026-03-01',
  price_eur: 160_000,
  area_m2: 80,
  construction_year: null,
  address: null,
  source: 'a register',
  distance_m: 100,
  accuracy_m: null,
};

const position = { latitude: 38, longitude: 23, from: 'parcel' as const };
const query = { property_type: 'apartment', build_area: 100, construction_year: 1990 };
const report = { position, query } as unknown as Parameters<typeof searchInput>[0];

test('the first search is for properties like that of the report', () => {
  const input = searchInput(report, firstSearch(report), '2026-06-15');
  assert.deepEqual(input, {
    latitude: 38,
    longitude: 23,
    property_type: 'apartment',
    max_distance_m: 1_000,
    limit: 100,
    min_area_m2: 65,
    max_area_m2: 135,
    from: '2023-06-15',
  });
  const leap = { ...firstSearch(report), area: '', years: '10', age: '1', kind: 'asking' };
  assert.deepEqual(searchInput(report, leap, '2028-02-29'), {
    latitude: 38,
    longitude: 23,
    property_type: 'apartment',
    max_distance_m: 1_000,
    limit: 100,
    min_year: 1980,
    max_year: 2000,
    from: '2027-02-28',
    kind: 'asking',
  });
});

test('a row is chosen and given up again, nearest first, up to a page', () => {
  const near = { ...row, distance_m: 50, kind: 'asking' as const, external_id: 'not kept' };
  const both = toggleRow([row], near);
  assert.deepEqual(
    both.map(one => one.distance_m),
    [50, 100],
  );
  assert.ok(!JSON.stringify(both).includes('not kept'));
  assert.deepEqual(toggleRow(both, near), [row]);
  const many = Array.from({ length: mostComparables }, (_, i) => ({ ...row, price_eur: i }));
  assert.equal(toggleRow(many, near).length, mostComparables);
  assert.equal(toggleRow(many, many[3]!).length, mostComparables - 1);
  assert.deepEqual([kindsOf(both), pricesOf(both, 'sold')], [['sold', 'asking'], [2_000]]);
});

test('chosen rows are kept with the property, checked, and joined by an import', () => {
  const subject = { kind: 'kaek', code: '050681726003' } as const;
  const bare = newProperty(subject, new Date());
  const property = { ...bare, comparables: [row] };
  assert.deepEqual(readProperty(JSON.parse(JSON.stringify(property))), property);
  for (const [change, message] of [
    [{ kind: 'rented' }, /comparables\[0\]\.kind: expected asking or sold/],
    [{ date: 'x' }, /comparables\[0\]\.date/],
    [{ area_m2: 0 }, /comparables\[0\]\.area_m2/],
    [{ address: 7 }, /comparables\[0\]\.address/],
  ] as const) {
    const wrong = { ...property, comparables: [{ ...row, ...change }] };
    assert.throws(() => readProperty(wrong), message);
  }
  const tooMany = { ...property, comparables: Array(31).fill(row) };
  assert.throws(() => readProperty(tooMany), /comparables: expected a list of at most 30/);
  const joined = mergeProperties(() => bare, [property]).properties[0]!;
  assert.deepEqual(joined.comparables, [row]);
  const other = { ...property, comparables: [{ ...row, price_eur: 1 }] };
  assert.deepEqual(mergeProperties(() => property, [other]).properties[0]!.comparables, [row]);
});

test('the axis of the plot has a few round ticks around all values', () => {
  const random = seeded(7);
  for (let round = 0; round < 500; round++) {
    const size = 10 ** (random() * 6 - 2);
    const values = Array.from({ length: 1 + Math.floor(random() * 9) }, () => random() * size);
    const { ticks, x } = priceAxis(values);
    assert.ok(ticks.length >= 2 && ticks.length <= 7, `${ticks}`);
    assert.ok(ticks[0]! <= Math.min(...values) && ticks.at(-1)! >= Math.max(...values));
    for (const value of values) assert.ok(x(value) >= 70 && x(value) <= 616);
  }
  assert.deepEqual(priceAxis([1_820, 2_300]).ticks, [1_800, 2_000, 2_200, 2_400]);
});

test('the valuer chooses comparables for the report row by row, and they are kept', async () => {
  await replaceRows(service.store, 'comparables', provenance, [
    comparable,
    { ...comparable, externalId: 'a-2', priceEur: 200_000, kind: 'asking', latitude: 37.902 },
    { ...comparable, externalId: 'a-3', priceEur: 240_000, latitude: 37.903, address: null },
    { ...comparable, externalId: 'a-4', propertyType: 'shop' },
  ]);
  const { page, complaints } = await openSharedPage(`${home}#kaek=050681726003&view=report`, {
    locale: 'el-GR',
  });
  await signIn(page, 'maria', password, el);
  const part = page.locator('.sheet-comparables');
  await part.getByText(own.choose).click();
  await part.getByLabel(own.age).selectOption('');
  await part.getByText(own.found(3, 3)).waitFor();
  await part.getByRole('checkbox', { name: `${own.choice} ${own.row(1)}` }).check();
  await part.getByRole('checkbox', { name: `${own.choice} ${own.row(3)}` }).check();
  await part.getByText(own.chosen(2)).waitFor();
  const median = part.getByRole('row', { name: `${own.kind.sold} 2 2.250 2.500 2.750` });
  await median.waitFor();
  await part.getByRole('img', { name: own.plot(2) }).waitFor();
  await assertAccessible(page, 'the report with comparables');
  await assertFits(page, 'the report with comparables');
  await page.reload();
  await signIn(page, 'maria', password, el);
  await median.waitFor();
  assert.deepEqual(complaints, []);
  await replaceRows(service.store, 'comparables', provenance, []);
});
