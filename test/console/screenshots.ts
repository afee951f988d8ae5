// Writes the pictures of the README, of docs/zones.md and of the Greek guide from the console of the
// demo itself: `npm run screenshots`. They show the sample town.
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { townExample } from '#importing/shipped/town.ts';
import { startChromiumForPictures } from '../chromium.ts';
import { newHome, startKtima } from '../commands/ktima.ts';
import { openPage } from './pages.ts';

const folder = 'docs/screenshots';
const size = { viewport: { width: 1200, height: 720 } };
const home = newHome();
const starting = startKtima(home.env, '--demo');
const [service, browser] = await Promise.all([starting, startChromiumForPictures()]);

try {
  const kaek = townExample.kaek;
  const english = { locale: 'en-GB', ...size };
  const building = `#kaek=${kaek}&type=house&area=90&year=1975`;
  await take('parcel', `#kaek=${kaek}`, english);
  await take('neighbourhood', `#kaek=${kaek}&view=places`, english);
  await take('cost', `${building}&view=cost`, { locale: 'el-GR', colorScheme: 'dark', ...size });
  const zones = await take('zones', `#kaek=${kaek}&view=zones`, english);
  const viewport = { width: 1000, height: 1100 };
  await take('report', `${building}&view=report`, { locale: 'en-GB', viewport });
  await save('ktima', await compose(zones, await takePortfolio()));
  const greek = { locale: 'el-GR', ...size };
  await take('el-parcel', `#kaek=${kaek}`, greek);
  await take('el-neighbourhood', `#kaek=${kaek}&view=places`, greek);
  const wide = { ...greek, viewport: { width: 1280, height: 760 } };
  await take('el-portfolio', '#view=portfolio', wide);
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
  if (name === 'zones') await page.getByRole('radio', { name: 'Flood zones' }).check();
  if (name === 'neighbourhood' || name === 'zones') await zoomIn(page);
  // The amounts and the curve are below the form.
  if (name === 'cost') await page.locator('.chart').scrollIntoViewIfNeeded();
  const picture = await page.screenshot();
  await save(name, picture);
  return picture;
}

/** Until parcels have outlines; the river then comes into view. */
async function zoomIn(page: Page): Promise<void> {
  for (let step = 0; step < 2; step++) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await settled(page);
  }
  await page.mouse.move(900, 500);
  await page.mouse.down();
  await page.mouse.move(740, 500, { steps: 8 });
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await page.locator('h1').first().click();
  await settled(page);
}

/** The circle with the largest sum, with its rows on the map. */
async function takePortfolio(): Promise<Buffer> {
  const options = { locale: 'en-GB', viewport: { width: 460, height: 760 } };
  const { page } = await openPage(browser, `${service.api}/#view=portfolio`, options);
  await signInAsDemo(page);
  await page.getByRole('button', { name: '200 m' }).first().click();
  await settled(page);
  // Shorter than the picture of the zones, whose attribution stays visible.
  return page.screenshot({ clip: { x: 0, y: 0, width: 460, height: 432 } });
}

/** The zones of a property, and over them a portfolio. */
async function compose(zones: Buffer, portfolio: Buffer): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 810 } });
  await page.setContent(`<style>
    body { margin: 0; background: #dfe7e7 }
    img { position: absolute; border-radius: 8px; box-shadow: 0 6px 28px #0005 }
  </style>
  <img src="${dataUrl(zones)}" style="left: 24px; top: 66px">
  <img src="${dataUrl(portfolio)}" style="right: 24px; top: 24px">`);
  return page.screenshot();
}

function dataUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** As WebP, a quarter of the size of PNG. */
async function save(name: string, png: Buffer): Promise<void> {
  const page = await browser.newPage();
  const webp = await page.evaluate(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(dataUrl(png))};
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85);
  })()`);
  writeFileSync(`${folder}/${name}.webp`, String(webp).split(',')[1]!, 'base64');
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
  const drawn = page.locator('.map-pane[aria-busy=false], .plan, .portfolio-map canvas');
  await drawn.first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(4_000);
}
