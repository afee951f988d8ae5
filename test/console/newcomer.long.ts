import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { townExample } from '#importing/shipped/town.ts';
import { startChromium } from '../chromium.ts';
import { newHome, startKtima } from '../commands/ktima.ts';
import { assertAccessible, mapDrawn, openPage, smallWindow } from './pages.ts';
import { readPdf } from './pdf.ts';

// What everyone tries first: `npm start`, and each of the four examples of the first page.
const [service, browser] = await Promise.all([
  startKtima(newHome({ after }).env, '--demo'),
  startChromium({ hasWebGl: true }),
]);
after(async () => {
  await browser.close();
  await service.stop();
});

const { kaek, buildArea, constructionYear } = townExample;

/** The cost as new of the examples, as the console writes it. */
async function amountAsNew(): Promise<string> {
  const query = `postal_code=38222&property_type=house&build_area=${buildArea}&construction_year=${constructionYear}`;
  const answer = await fetch(`${service.api}/api/reconstruction-cost/?${query}`);
  const { reconstruction_cost: cost } = (await answer.json()) as {
    reconstruction_cost: { as_new: number };
  };
  return `€${cost.as_new.toLocaleString('en')}`;
}

test('a newcomer clicks each example, and sees street, building, minutes on foot, amount and print', async () => {
  const { page, complaints } = await openPage(browser, service.api, smallWindow);
  const amount = await amountAsNew();
  const start = async (example: string) => {
    await page.goto('about:blank');
    await page.goto(service.api);
    await page.getByRole('button', { name: example }).first().click();
  };
  const examples = page.locator('.welcome .example');
  await examples.nth(3).waitFor();
  assert.equal(await examples.count(), 4);
  await assertAccessible(page, 'first page');

  await start('An address');
  await page.getByRole('heading', { level: 1, name: /Nikotsara 63/ }).waitFor();
  await page.getByText('The house number').first().waitFor();
  await mapDrawn(page);

  await start('A KAEK code');
  await page.getByText(kaek).first().waitFor();
  await page.getByRole('tab', { name: 'Cost' }).click();
  await page.locator('.amount', { hasText: amount }).waitFor();

  await start('Coordinates');
  await page.getByRole('tab', { name: 'Neighbourhood' }).click();
  await page.getByRole('button', { name: 'Continue as demo' }).click();
  await page
    .getByText(/^\d+\smin on foot$/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Location' }).click();
  await page.locator('.building-list li').first().waitFor();

  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.amount', { hasText: amount }).waitFor();
  const plan = page.getByRole('img', { name: 'Plan of the parcel' });
  await plan.waitFor();
  assert.ok((await page.locator('.plan-footprint').count()) > 0, 'the building is on the plan');
  await page.locator('.plan text', { hasText: 'Magniton' }).first().waitFor();
  const { text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  for (const shown of [kaek, amount, 'Nikotsara', 'OpenStreetMap'])
    assert.ok(text.includes(shown), `${shown} is not in the print`);

  await start('A portfolio');
  await page.locator('.portfolio-figures').first().waitFor();
  await page.getByRole('button', { name: '200 m' }).first().waitFor();
  await page.getByText('volos.csv').first().waitFor();
  assert.deepEqual(complaints, []);
});
