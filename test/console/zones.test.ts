import assert from 'node:assert/strict';
import test from 'node:test';
import { zoneResults } from '#domain/zones/zone-answer.ts';
import { replaceRows } from '#storage/store/store.ts';
import { el, en } from '../../console/src/property/zones/words.ts';
import {
  attributeTexts,
  colourOf,
  legendText,
  loadedKinds,
  questionOf,
} from '../../console/src/property/zones/zone-answers.ts';
import type { Found } from '../../console/src/state/subject/find.ts';
import { formatter } from '../../console/src/tools/language/format.ts';
import { assertHas } from '../cases.ts';
import { load, writeAscii } from '../grids/files.ts';
import { provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { floods, squareAt, zonesWith } from '../zones/generated.ts';
import { assertAccessible, assertFits, openSharedPage, signIn } from './pages.ts';
import { home, hostile, inTown, password, service } from './small-console.ts';

const square = (west: number, south: number, size: number) =>
  ({ type: 'Polygon', coordinates: [squareAt(west, south, size)] }) as const;

test('signed out, the zones tab invites; without zones, it says that nothing was checked', async () => {
  const { page, complaints } = await openSharedPage(`${inTown}&view=zones`);
  await page.getByText(en.signIn).waitFor();
  await signIn(page, 'maria', password);
  await page.getByText(en.none).waitFor();
  assert.equal(await page.getByRole('radio', { name: en.nothingOnMap }).count(), 0);
  await assertAccessible(page, 'no zones');
  assert.deepEqual(complaints, []);
});

test('zones are listed with attributes and source, and other answers have other sentences', async () => {
  const covers = { name: 'the square', geometry: square(22.95, 37.95, 0.1) };
  const [zone] = zonesWith([square(22.999, 37.999, 0.002)], { kind: floods, covers });
  await replaceRows(service.store, 'zones', provenance, [
    { ...zone!, label: hostile, attributes: { return_period: 'T50', depth: 1.5 }, severity: 0 },
  ]);
  const { page, complaints } = await openSharedPage(`${inTown}&view=zones`);
  await signIn(page, 'maria', password);
  await page.getByText(en.point.inside).waitFor();
  const text = await page.locator('.zone-kinds').innerText();
  for (const shown of ['Floods', en.short.inside, hostile, 'T50', '1.5 m', 'covers: the square']) {
    assert.ok(text.includes(shown), `${shown} in ${text}`);
  }
  assert.equal(await page.title().then(title => title.includes('taken')), false);
  await page.getByRole('list', { name: 'Legend' }).getByText('T50').waitFor();
  await page.getByText(en.notLoaded).waitFor();
  await page
    .locator('.attribution')
    .getByText(/Floods: Import “test” \(/)
    .waitFor();
  const colour = (zone: Element) => getComputedStyle(zone).getPropertyValue('--zone');
  assert.equal(await page.locator('.zone').evaluate(colour), floods.colours[0]);
  await assertAccessible(page, 'zones');
  await assertFits(page, 'zones');
  await page.goto(`${home}#at=38.02,23&view=zones`);
  await page.getByText(en.point.outside).waitFor();
  await page.getByText(/^The nearest is 2\.1 km away/).waitFor();
  await page.goto(`${home}#at=38.5,23.5&view=zones`);
  await page.getByText(en.point.not_covered).waitFor();
  assert.deepEqual(complaints, []);
});

test('zones that may apply are apart from those that do, on the screen and on paper', async () => {
  const [wide, near] = zonesWith([square(22.95, 37.95, 0.1), square(22.995, 38.001, 0.01)]);
  await replaceRows(service.store, 'zones', provenance, [wide!, near!]);
  const { page, complaints } = await openSharedPage(
    `${home}#address=Eleftheriou+Venizelou,+Small+Town&view=zones`,
  );
  await signIn(page, 'maria', password);
  await page.getByText(en.also.possibly_inside).waitFor();
  const certain = [en.short.inside, en.point.inside, 'T100'];
  const possible = [en.also.possibly_inside, en.short.possibly_inside, 'T50'];
  const first = () => page.locator('.zone-kind').first().innerText();
  const assertOrder = async () => assertHas(await first(), [...certain, ...possible].join('…'));
  await assertOrder();
  await assertAccessible(page, 'zones that may apply');
  await assertFits(page, 'zones that may apply');
  await page.goto(page.url().replace('view=zones', 'view=report'));
  await page.locator('.sheet').getByText(en.also.possibly_inside).waitFor();
  await assertOrder();
  assert.deepEqual(complaints, []);
});

test('a colour of the legend stands for values or a range, also in the list', () => {
  const legend = [
    { colour: '#300000', values: [], from: 70 },
    { colour: '#200000', values: [], from: 60, to: 70 },
    { colour: '#100000', values: [], to: 60 },
    { colour: '#737373', values: [] },
  ];
  const rows: [string | number | undefined, string, string][] = [
    [75, '#300000', 'from 70 dB'],
    [70, '#300000', 'from 70 dB'],
    [60, '#200000', '60 – 70 dB'],
    [59.9, '#100000', 'up to 60 dB'],
    [undefined, '#737373', ''],
  ];
  for (const [level, colour, text] of rows) {
    const attributes: Record<string, string | number> = level === undefined ? {} : { level };
    assert.equal(colourOf(attributes, { legend, field: 'level' }), colour);
    const entry = legend.find(one => one.colour === colour)!;
    assert.equal(legendText(entry, 'dB', en, formatter('en')), text);
  }
  const dates = [{ colour: '#300000', values: [], from: '2021-01-01' }, ...legend.slice(3)];
  assert.equal(colourOf({ date: '2021' }, { legend: dates, field: 'date' }), '#300000');
  const values = [{ colour: '#300000', values: ['T50', 'T100'] }, ...legend.slice(3)];
  assert.equal(colourOf({ a: ' t100' }, { legend: values, field: 'a' }), '#300000');
  assert.equal(legendText(values[0]!, null, en, formatter('en')), 'T50, T100');
});

test('every result has its own sentence in both languages', () => {
  for (const words of [el, en]) {
    assert.equal(new Set(zoneResults.map(result => words.point[result])).size, zoneResults.length);
    assert.equal(new Set(zoneResults.map(result => words.short[result])).size, zoneResults.length);
  }
});

test('a parcel is asked by its code, an address with its accuracy, a point as it is', () => {
  const at = { latitude: 38, longitude: 23 };
  const address = { match: { accuracy_m: 30_000 } };
  const ask = (found: object) => questionOf({ ...at, ...found } as Found);
  const kaek = '050681726003';
  assert.deepEqual(ask({ subject: { kind: 'kaek' }, parcel: { kaek } }), { kaek_code: kaek });
  assert.deepEqual(ask({ subject: { kind: 'address' }, address }), { ...at, accuracy_m: 20_000 });
  assert.deepEqual(ask({ subject: { kind: 'point' }, address }), at);
});

test('kinds with a zone come first, and values have units and dates of the language', () => {
  const kind = (result: string) => ({ kind: result, name_gr: 'α', name_en: result, result });
  const kinds = ['outside', 'not_covered', 'not_loaded', 'partly_inside'].map(kind);
  const answer = (kinds: object[], sea: object | null = null) =>
    ({ kinds, sea }) as unknown as Parameters<typeof loadedKinds>[0];
  const { loaded, rest } = loadedKinds(answer(kinds), 'en');
  assert.deepEqual(
    loaded.map(({ result }) => result),
    ['partly_inside', 'not_covered', 'outside'],
  );
  assert.deepEqual(rest, ['not_loaded']);
  // The distance to the sea is from the coast of the map.
  const coast = [{ ...kind('not_loaded'), kind: 'coast', name_en: 'Coastline' }];
  assert.deepEqual(loadedKinds(answer(coast), 'en').rest, ['Coastline']);
  assert.deepEqual(loadedKinds(answer(coast, { distance_m: 9 }), 'en').rest, []);
  const fields = [
    { field: 'depth', name_gr: 'Βάθος', name_en: 'Depth', unit: 'm' },
    { field: 'date', name_gr: 'Ημερομηνία', name_en: 'Date', unit: null },
    { field: 'river', name_gr: 'Ποταμός', name_en: 'River', unit: null },
  ];
  const values = { depth: 1.5, date: '2023-08-21' };
  assert.deepEqual(attributeTexts(values, { fields }, 'el', formatter('el')), [
    ['Βάθος', '1,5 m'],
    ['Ημερομηνία', '21 Αυγούστου 2023'],
  ]);
});

test('measurements are listed below the zones', async () => {
  const path = temporaryFolder().put('hills.asc', '');
  const place = { west: 22.99, south: 37.99, step: 0.0002, width: 100, height: 100 };
  writeAscii(path, place, (column, row) => 100 + 40 * Math.sin(column / 9) * Math.cos(row / 7));
  await load(service.store, [path], { srid: 4326 });
  const { page, complaints } = await openSharedPage(`${inTown}&view=zones`);
  await signIn(page, 'maria', password);
  await page.getByText('Ground and measurements').waitFor();
  await page.getByText(/slope \d+% to [NESW]{1,2} · cells of 22/).waitFor();
  await assertAccessible(page, 'measurements');
  assert.deepEqual(complaints, []);
  await replaceRows(service.store, 'grids', { ...provenance, source: 'hills' }, []);
});
