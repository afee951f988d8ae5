import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { startChromium } from '../chromium.ts';
import { newHome, serveHere } from '../commands/ktima.ts';
import { closePagesAfterEach, mapDrawn, openPage, phone } from './pages.ts';

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

test('the map works on a phone too', async () => {
  const { page, complaints } = await openPage(browser, service.api, phone);
  // Before the property is searched: the first drawing keeps the browser busy for seconds.
  await mapDrawn(page);
  await page.goto(`${service.api}/#at=37.9755,23.7348`);
  await page.locator('.maplibregl-ctrl-scale', { hasText: /^(\d+\sm|1\skm)$/ }).waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  const [scale, buttons, attribution] = [
    await boxOf('.maplibregl-ctrl-scale'),
    await boxOf('.map-buttons'),
    await boxOf('.attribution'),
  ];
  assert.ok(scale.x > buttons.x + buttons.width, 'the scale bar is beside the buttons');
  assert.ok(scale.y + scale.height <= attribution.y, 'and above the attribution');
  assert.ok(buttons.y + buttons.height <= attribution.y, 'so are the buttons');
  const before = page.url();
  await page.locator('.map-canvas canvas').tap({ position: { x: 250, y: 80 } });
  await page.waitForFunction(`location.href !== '${before}'`);
  await page.getByRole('heading', { level: 1, name: '37.9' }).waitFor();
  assert.deepEqual(complaints, []);
});
