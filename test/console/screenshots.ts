// Writes the pictures of the README and of docs/zones.md, from the console itself with its sample data:
// `npm run screenshots`.
import type { Page } from 'playwright-core';
import { startChromiumForPictures } from '../chromium.ts';
import { newHome, startKtima } from '../commands/ktima.ts';
import { openPage } from './pages.ts';

const folder = 'docs/screenshots';
const size = { viewport: { width: 1200, height: 720 } };
const home = newHome();
const [service, browser] = await Promise.all([
  startKtima(home.env, '--demo'),
  startChromiumForPictures(),
]);

try {
  const parcel = '#kaek=050099901001&area=85&year=1998';
  await take('parcel', '#kaek=050099901001', { locale: 'en-GB', ...size });
  await take('neighbourhood', '#at=37.9755,23.7348&view=places', { locale: 'en-GB', ...size });
  await take('cost', `${parcel}&view=cost`, { locale: 'el-GR', colorScheme: 'dark', ...size });
  await take('zones', '#kaek=050099901001&view=zones', { locale: 'en-GB', ...size });
  await take('report', `${parcel}&view=report`, {
    locale: 'en-GB',
    viewport: { width: 1000, height: 1100 },
  });
} finally {
  await browser.close();
  await service.stop();
  home.remove();
}

async function take(name: string, hash: string, options: Parameters<typeof openPage>[2]) {
  const { page } = await openPage(browser, `${service.api}/${hash}`, options);
  await signInAsDemo(page);
  await settled(page);
  await tryAgain(page, name);
  if (name === 'neighbourhood')
    await page.getByRole('button', { name: 'Panepistimio' }).first().click();
  await settled(page);
  await tryAgain(page, name);
  // The amounts and the curve are below the form.
  if (name === 'cost') await page.locator('.chart').scrollIntoViewIfNeeded();
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** In either language. */
async function signInAsDemo(page: Page): Promise<void> {
  await page.locator('.header-end > .button').click();
  await page.locator('dialog input').first().fill('demo');
  await page.locator('dialog input[type=password]').fill('ktima-demo');
  await page.locator('dialog button[type=submit]').click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** On a busy machine, the first answers may take longer than the page waits. */
async function tryAgain(page: Page, name: string): Promise<void> {
  const failure = page.locator('.notice-bad');
  for (let tries = 0; (await failure.count()) > 0; tries++) {
    if (tries === 3) throw new Error(`${name}: ${await failure.first().innerText()}`);
    await failure.first().getByRole('button').click();
    await settled(page);
  }
}

/** Until the answers are there and the map, or the plans of the report, have drawn them. */
async function settled(page: Page): Promise<void> {
  await page.locator('.loading').waitFor({ state: 'detached' });
  await page.locator('.map-pane[aria-busy=false], .plan').first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(4_000);
}
