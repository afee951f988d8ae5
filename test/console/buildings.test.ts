import assert from 'node:assert/strict';
import test from 'node:test';
import { replaceRows } from '#storage/store/store.ts';
import { mapPositions, type Position } from '#tools/geo/polygon.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { building, parcels, provenance } from '../service.ts';
import { assertAccessible, assertFits, openSharedPage, signIn } from './pages.ts';
import { home, hostile, password, service } from './small-console.ts';

test('the panel and the report have what stands on the parcel, and too large an area is a question', async () => {
  const inTown = ([x, y]: Position): Position => [x - 0.7, y + 0.1];
  const geometry = mapPositions(building.geometry, inTown);
  await replaceRows(service.store, 'buildings', provenance, [
    { ...building, name: hostile, geometry },
  ]);
  const parcel = { kaek: '050681726555', areaM2: 800 };
  const outline = mapPositions(parcels[0]!.geometry, ([x, y]) => [2 * x - 24.4, 2 * y - 37.8]);
  const other = { ...provenance, source: 'town' };
  await replaceRows(service.store, 'parcels', other, [{ ...parcel, geometry: outline }]);
  const { page, complaints } = await openSharedPage(`${home}#kaek=050681726555`, {
    locale: 'el-GR',
  });
  await signIn(page, 'maria', password, el);
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Κτίρια' }) });
  await section.getByText('Ποσοστό κάλυψης', { exact: true }).waitFor();
  await section.getByText('ίχνος κτιρίου × όροφοι').waitFor();
  const line = await section.locator('.building-list li').innerText();
  assert.ok(line.includes(hostile));
  const shown =
    /Ίχνος κτιρίου 87,\d+ m².* Αριθμός ορόφων 3 · Ύψος 9,5 m · Έτος 1985 · Στο γεωτεμάχιο/s;
  assert.match(line, shown);
  await assertAccessible(page, 'the panel with buildings');

  await page.goto(`${home}#kaek=050681726555&view=cost`);
  await page.getByLabel(el.cost.buildArea).fill('300');
  await page.getByLabel(el.cost.buildArea).blur();
  await page.getByText(/Τα γνωστά κτίρια στο γεωτεμάχιο έχουν το πολύ/).waitFor();

  await page.goto(`${home}#kaek=050681726555&view=report`);
  await page.locator('.sheet .building-list li').waitFor();
  assert.match((await page.locator('.plan-footprint').first().getAttribute('d'))!, /^M[\d. L-]+z$/);
  await assertFits(page, 'the report with buildings');
  assert.deepEqual(complaints, []);
  await replaceRows(service.store, 'buildings', provenance, []);
  await replaceRows(service.store, 'parcels', other, []);
});
