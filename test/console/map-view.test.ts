import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { startChromium } from '../chromium.ts';
import { newHome, serveHere } from '../commands/ktima.ts';
import {
  assertAccessible,
  closePagesAfterEach,
  mapDrawn,
  openPage,
  signIn,
  smallWindow,
} from './pages.ts';

const place = newHome();
const [service, browser] = await Promise.all([
  serveHere(place.env, '--demo'),
  startChromium({ hasWebGl: true }),
]);
closePagesAfterEach(browser);
after(async () => {
  await browser.close();
  await service.stop();
  place.remove();
});

test('from a search to the report: the map, the places, the cost, and a link that opens it again', async () => {
  const { page, complaints } = await openPage(browser, service.api, smallWindow);
  await mapDrawn(page);

  await page.getByRole('combobox').fill('05 009 99 01 001');
  await page.getByRole('option', { name: 'Parcel with KAEK' }).click();
  await page.getByText('324.18 m²').first().waitFor();
  await page.getByRole('combobox').fill('Syntagma');
  await page.getByRole('option', { name: 'Syntagma, Athina Place' }).click();
  await page.getByRole('heading', { level: 1, name: 'Syntagma, Athina' }).waitFor();
  await page.getByText('37.975180, 23.735680').first().waitFor();
  await page.goBack();
  await page.getByText('324.18 m²').first().waitFor();

  await signIn(page, 'demo', 'ktima-demo');
  await page.getByRole('tab', { name: 'Neighbourhood' }).click();
  // The map leaves the close-up of the parcel: the places around come into view.
  await page.locator('.maplibregl-ctrl-scale', { hasText: /^[235]00/ }).waitFor();
  await page.getByRole('button', { name: 'Strefi Hill' }).click();
  await page.locator('.map-card').getByText('Λόφος Στρέφη').waitFor();
  await assertAccessible(page, 'neighbourhood');

  await page.locator('.legend summary').click();
  await page.getByRole('checkbox', { name: 'Metro station' }).first().uncheck();
  const scale = page.locator('.maplibregl-ctrl-scale');
  const scaleBefore = (await scale.textContent())!;
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.locator('.maplibregl-ctrl-scale', { hasNotText: scaleBefore }).waitFor();
  const scaleZoomed = await scale.textContent();

  await page.getByRole('tab', { name: 'Cost' }).click();
  assert.equal(await page.getByLabel('Postal code').inputValue(), '10683');
  await page.getByLabel('Build area').fill('85');
  await page.getByLabel('Year of construction').fill('1998');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.locator('.amount', { hasText: '€129,200' }).waitFor();
  await page.getByRole('img', { name: 'Value over the building’s age' }).waitFor();

  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.amount', { hasText: '€129,200' }).waitFor();
  await page.getByText('Strefi Hill').waitFor();
  await page.getByRole('img', { name: 'Plan of the parcel' }).waitFor();
  await page.getByRole('img', { name: 'Plan of the neighbourhood' }).waitFor();
  await assertAccessible(page, 'report');
  const link = page.url();
  await page.pdf({ preferCSSPageSize: true });

  await page.getByRole('button', { name: 'Back to the map' }).click();
  await page.getByRole('tab', { name: 'Cost', selected: true }).waitFor();
  await mapDrawn(page);
  assert.equal(await scale.textContent(), scaleZoomed);
  await page.locator('.legend summary').click();
  assert.equal(
    await page.getByRole('checkbox', { name: 'Metro station' }).first().isChecked(),
    false,
  );
  await page.goto(link);
  await page.getByRole('heading', { name: 'Sources and dates' }).waitFor();
  assert.deepEqual(complaints, []);
});
