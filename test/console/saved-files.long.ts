import assert from 'node:assert/strict';
import test from 'node:test';
import { replaceRows } from '#storage/store/store.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { formatter } from '../../console/src/tools/language/format.ts';
import { parcels, provenance } from '../service.ts';
import { assertAccessible, assertFits, openSharedPage, phone, signIn } from './pages.ts';
import { readPdf } from './pdf.ts';
import { home, password, service } from './small-console.ts';

test('the corners of a parcel are shown in both systems and saved as DXF, in 360 pixels too', async () => {
  const { page, complaints } = await openSharedPage(`${home}#kaek=050681726003`, phone);
  await page.getByText('Perimeter').waitFor();
  await page.getByText('Corners of the parcel').click();
  await page.getByRole('columnheader', { name: 'Easting (m)' }).waitFor();
  await assertFits(page, 'corners in the Greek Grid');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'DXF (Greek Grid)' }).click();
  assert.equal((await download).suggestedFilename(), '050681726003.dxf');
  await page.getByRole('radio', { name: 'WGS84' }).check();
  await page.getByRole('columnheader', { name: 'Latitude' }).waitFor();
  await assertFits(page, 'corners in degrees');
  await assertAccessible(page, 'corners');
  assert.deepEqual(complaints, []);
});

test('a report by address with its cost and every kind of place has three pages in Greek', async () => {
  const report = 'address=Μεγάλης Οδού 5, Μικρή Πόλη&type=house&area=85&year=1990&view=report';
  const { page } = await openSharedPage(`${home}#${report}`, { locale: 'el-GR' });
  await signIn(page, 'maria', password, el);
  await page.locator('.plan').last().waitFor();
  await page.locator('.amount').first().waitFor();
  const { text, pages } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  assert.ok(text.includes('Όροι χρήσης'));
  assert.equal(pages, 3);
});

test('a saved PDF of the report is to scale, has page numbers and holds its text, once', async () => {
  const report = 'kaek=050681726003%2F0%2F1&area=85&year=1990&postcode=10&view=report';
  for (const [locale, expected] of Object.entries({
    'el-GR': [
      'Αναφορά στοιχείων ακινήτου · ΚΑΕΚ 050681726003 · Φ-17/2026',
      'Συντάκτης',
      'Όροι χρήσης',
      'ΕΓΣΑ ’87',
    ],
    'en-GB': ['Property report · KAEK 050681726003 · Φ-17/2026', 'Prepared by', 'Disclaimer'],
  })) {
    const words = locale === 'el-GR' ? el : en;
    const { page, complaints } = await openSharedPage(`${home}#${report}`, { locale });
    await signIn(page, 'maria', password, words);
    await page.locator('.report-form summary').click();
    const isGreek = locale === 'el-GR';
    await page.getByLabel(isGreek ? 'Συντάκτης' : 'Prepared by').fill('Μαρία Παπά');
    await page.getByLabel(isGreek ? 'Αριθμός αναφοράς' : 'Reference').fill('Φ-17/2026');
    await page.locator('.plan').last().waitFor();
    const { text, pages, words: placed } = readPdf(await page.pdf({ preferCSSPageSize: true }));
    for (const piece of [...expected, 'Μαρία Παπά', '050681726003/0/1']) {
      assert.ok(text.includes(piece), `${piece} is not in ${text}`);
    }
    assert.equal(pages, 2);
    assert.match(text, /1 ?\/ ?2\n[\s\S]*2 ?\/ ?2\n/);
    assert.doesNotMatch(text, new RegExp(`${words.report.print}|${words.report.withCost}`));
    // The labels of the scale bar: 20 m at 1:500 are 40 mm.
    const ratio = placed.find(({ word }) => word === '1:500')!;
    const bar = placed.filter(({ x, y }) => x < ratio.x && Math.abs(y - ratio.y) < 12);
    const zero = bar.find(({ word }) => word === '0')!;
    const unit = bar.find(({ word }) => word === 'm')!;
    const twenty = bar.find(({ word }) => word === '20')!;
    const millimetres = (((twenty.x + unit.right) / 2 - (zero.x + zero.right) / 2) * 25.4) / 72;
    assert.ok(Math.abs(millimetres - 40) < 0.2, `${millimetres} mm`);
    const side = formatter(locale === 'el-GR' ? 'el' : 'en').length(22.2);
    assert.equal(placed.filter(({ word }) => word === side).length, 2, 'on the plan, in the table');
    assert.deepEqual(complaints, []);
  }
});

test('a parcel of 158 corners has its plan on a page of its own, and all its corners within the margins', async t => {
  const ring = Array.from({ length: 159 }, (_, index): [number, number] => {
    const angle = ((index % 158) * 2 * Math.PI) / 158;
    const reach = 0.002 * (1 + 0.2 * Math.sin(3 * angle));
    return [23.71 + reach * Math.cos(angle), 37.91 + 0.8 * reach * Math.sin(angle)];
  });
  const geometry = { type: 'Polygon' as const, coordinates: [ring] };
  const parcel = { kaek: '050681726158', areaM2: 100_000, geometry };
  await replaceRows(service.store, 'parcels', provenance, [...parcels, parcel]);
  t.after(() => replaceRows(service.store, 'parcels', provenance, parcels));
  const { page, complaints } = await openSharedPage(`${home}#kaek=${parcel.kaek}&view=report`);
  await signIn(page, 'maria', password);
  await page.locator('.sheet-annex .plan').waitFor();
  await page.locator('.sheet-figure[aria-busy=true]').first().waitFor({ state: 'detached' });
  const { text, pages, words } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  const perPage = text.split('\f').slice(0, -1);
  assert.ok(pages <= 5, `${pages} pages`);
  // Coordinates with two decimals of a row of the table: easting, northing and side.
  const rows = [...perPage.at(-1)!.matchAll(/(\d+) +(\d{6}\.\d\d) +(\d{7}\.\d\d) +(\d+\.\d\d)/g)];
  assert.deepEqual(
    rows.map(([, number]) => Number(number)).sort((one, other) => one - other),
    Array.from({ length: 158 }, (_, index) => index + 1),
  );
  assert.match(perPage.at(-2)!, /1:\d+/, 'the plan is on the page before');
  assert.match(perPage[0]!, /Parcel/);
  assert.ok(perPage[0]!.split('\n').filter(line => line.trim() !== '').length > 20);
  // 15 mm of margin on A4 are 42.5 points; letters may reach a point beyond.
  const outside = words.filter(({ x, right }) => x < 41 || right > 595.3 - 41);
  assert.deepEqual(outside, []);
  assert.deepEqual(complaints, []);
});
