import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { startChromium } from '../chromium.ts';
import { newHome, serveHere } from '../commands/ktima.ts';
import { openTestService } from '../service.ts';
import { startMaps } from './maps.ts';
import { closePagesAfterEach, mapDrawn, openPage, phone, smallWindow } from './pages.ts';

const browser = await startChromium({ hasWebGl: true });
closePagesAfterEach(browser);
after(() => browser.close());

test('the configured background and its attribution are shown, and no other origin is allowed', async t => {
  const maps = await startMaps();
  t.after(maps.stop);
  const tiles = `${maps.origin}/{z}/{x}/{y}.png`;
  const imagery = {
    imageryUrl: `${maps.origin}/aerial/{z}/{x}/{y}.png`,
    imageryAttribution: '© Flights',
  };
  for (const map of [{ tilesUrl: tiles }, { styleUrl: `${maps.origin}/style.json`, ...imagery }]) {
    const shown = await openTestService({
      console: {
        files: readStaticFiles('console/dist'),
        authUrl: () => undefined,
        map: { ...map, attribution: '© <b>Surveyors</b>' },
      },
    });
    const address = await shown.api.listen({ host: '127.0.0.1', port: 0 });
    const { page, complaints } = await openPage(browser, address, smallWindow);
    await mapDrawn(page);
    await page.getByText('© <b>Surveyors</b>').waitFor();
    assert.ok(maps.asked.some(path => path.endsWith('.png')));
    assert.ok(!maps.asked.some(path => path.startsWith('/aerial/')));
    if ('imageryUrl' in map) {
      const image = page.waitForResponse(response => response.url().includes('/aerial/'));
      await page.getByRole('button', { name: 'Aerial images' }).click();
      assert.equal((await image).status(), 200);
      await page.getByText('© Flights').waitFor();
    }
    await page.goto(`${address}#at=38,23&view=places`);
    await page.getByText('Sign-in is not available').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign in' }).count(), 0);
    assert.deepEqual(complaints, []);
    await page.close();
    await shown.api.close();
    maps.asked.length = 0;
  }
});

test('the map works on a phone too', async t => {
  const home = newHome();
  const service = await serveHere(home.env, '--demo');
  t.after(() => service.stop().then(home.remove));
  const { page, complaints } = await openPage(browser, `${service.api}/#at=37.9755,23.7348`, phone);
  await mapDrawn(page);
  const before = page.url();
  await page.locator('.map-canvas canvas').tap({ position: { x: 250, y: 80 } });
  await page.waitForFunction(`location.href !== '${before}'`);
  await page.getByRole('heading', { level: 1, name: '37.9' }).waitFor();
  assert.deepEqual(complaints, []);
});
