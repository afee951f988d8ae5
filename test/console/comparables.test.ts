import assert from 'node:assert/strict';
import test from 'node:test';
import {
  adjustedPrice,
  adjustedRange,
  adjustmentSum,
  mostChosen,
} from '#domain/property/comparables.ts';
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
import { el as reportWords } from '../../console/src/pages/report/words/words.ts';
import { type ChosenComparable, newProperty } from '../../console/src/state/library/property.ts';
import { readProperty } from '../../console/src/state/library/read-property.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { seeded } from '../seeded.ts';
import { comparable, provenance } from '../service.ts';
import { assertAccessible, assertFits, openSharedPage, signIn } from './pages.ts';
import { home, password, service } from './small-console.ts';

const row: ChosenComparable = {
  ...{ property_type: 'apartment', kind: 'sold', date: '2026-03-01', price_eur: 160_000 },
  ...{ area_m2: 80, construction_year: null, address: null, source: 'a register' },
  ...{ distance_m: 100, accuracy_m: null },
};

const position = { latitude: 38, longitude: 23, from: 'parcel' as const };
const query = { property_type: 'apartment', build_area: 100, construction_year: 1990 };
const report = { position, query } as unknown as Parameters<typeof searchInput>[0];

test('the first search is for properties like that of the report', () => {
  const near = { latitude: 38, longitude: 23, max_distance_m: 1_000, limit: 100 };
  const like = { ...near, property_type: 'apartment' };
  const first = { ...like, min_area_m2: 65, max_area_m2: 135, from: '2023-06-15' };
  assert.deepEqual(searchInput(report, firstSearch(report), '2026-06-15'), first);
  const leap = { ...firstSearch(report), area: '', years: '10', age: '1', kind: 'asking' };
  const second = { ...like, min_year: 1980, max_year: 2000, from: '2027-02-28', kind: 'asking' };
  assert.deepEqual(searchInput(report, leap, '2028-02-29'), second);
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
  const many = Array.from({ length: mostChosen }, (_, i) => ({ ...row, price_eur: i }));
  assert.equal(toggleRow(many, near).length, mostChosen);
  assert.equal(toggleRow(many, many[3]!).length, mostChosen - 1);
  assert.deepEqual(pricesOf(both, 'sold'), [2_000]);
  const [seven, eight] = [Array(7).fill(row), Array(8).fill(row)];
  assert.deepEqual([kindsOf(seven), kindsOf([...eight, near])], [[], ['sold']]);
  const adjusted = { ...near, weight: 50, adjustments: { time: 3 } };
  assert.deepEqual(toggleRow([row, adjusted], near), [row], 'it is the same row, however adjusted');
});

test('chosen rows are kept with the property, checked, and joined by an import', () => {
  const bare = newProperty({ kind: 'kaek', code: '050681726003' } as const, new Date());
  const placed = { ...row, latitude: 38, longitude: 23 };
  const adjusted = { ...placed, floor: '2', weight: 40, adjustments: { time: -2.5 } };
  const property = { ...bare, comparables: [row, adjusted] };
  assert.deepEqual(readProperty(JSON.parse(JSON.stringify(property))), property);
  for (const [change, message] of [
    [{ kind: 'rented' }, /comparables\[0\]\.kind: expected asking or sold/],
    [{ date: 'x' }, /comparables\[0\]\.date/],
    [{ area_m2: 0 }, /comparables\[0\]\.area_m2/],
    [{ address: 7 }, /comparables\[0\]\.address/],
    [{ weight: 101 }, /comparables\[0\]\.weight/],
    [{ adjustments: { time: '5' } }, /comparables\[0\]\.adjustments\.time/],
  ] as const) {
    const wrong = { ...property, comparables: [{ ...row, ...change }] };
    assert.throws(() => readProperty(wrong), message);
  }
  const tooMany = { ...property, comparables: Array(31).fill(row) };
  assert.throws(() => readProperty(tooMany), /comparables: expected a list of at most 30/);
  const joined = mergeProperties(() => bare, [property]).properties[0]!;
  assert.deepEqual(joined.comparables, property.comparables);
  const other = { ...property, comparables: [{ ...row, price_eur: 1 }] };
  const [merged] = mergeProperties(() => property, [other]).properties;
  assert.deepEqual(merged!.comparables, property.comparables);
});

test('adjusted prices give a range, and a mean only with weights that sum to 100 %', () => {
  const first = { ...row, adjustments: { time: 5, negotiation: -15 }, weight: 60 };
  const second = { ...row, price_eur: 200_000, weight: 40 };
  assert.equal(adjustmentSum(first), -10);
  assert.equal(adjustedPrice(first), 1_800);
  const { mean, ...others } = adjustedRange([first, second]);
  assert.deepEqual(others, { least: 1_800, most: 2_500, weights: 100 });
  assert.equal(Math.round(mean!), 2_080);
  assert.equal(adjustedRange([first, { ...second, weight: 39 }]).mean, undefined);
  assert.equal(adjustedRange([row]).mean, undefined);
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
  const typed = (name: string, column: number) =>
    part.getByRole('textbox', { name: `${name} ${column}`, exact: false });
  await typed(own.adjustment.location, 1).fill('-10,5');
  await typed(own.adjustment.negotiation, 2).fill('x');
  await typed(own.weight, 1).fill('40');
  await part.getByText(own.weights('40 %')).waitFor();
  await typed(own.weight, 2).fill('60');
  // 2,000 €/m² less 10.5 %, and 3,000 €/m² as it is.
  const range = part.getByText(`${own.range('1.790', '3.000')} ${own.mean('2.516')}`);
  await range.waitFor();
  await part.getByRole('img', { name: reportWords.comparablesMap }).waitFor();
  assert.equal(await part.getByRole('img', { name: own.plot(2) }).count(), 0, 'no quartiles');
  await assertAccessible(page, 'the report with comparables');
  await assertFits(page, 'the report with comparables');
  await page.reload();
  await range.waitFor();
  assert.deepEqual(complaints, []);
  await replaceRows(service.store, 'comparables', provenance, []);
});
