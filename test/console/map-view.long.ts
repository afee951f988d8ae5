import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '#app/settings/read-settings.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { newHome, serveHere } from '../commands/ktima.ts';
import { openTestService } from '../service.ts';
import { startMaps } from './maps.ts';
import {
  assertAccessible,
  closePagesAfterEach,
  fillSignIn,
  mapDrawn,
  openDemo,
  openPage,
  signIn,
  smallWindow,
  untilTrue,
} from './pages.ts';
import { inTown, password } from './small-console.ts';

const { service, browser } = await openDemo();
closePagesAfterEach(browser);
const syntagma = `${service.api}/#at=37.9755,23.7348`;

const strefi = { latitude: 37.9868, longitude: 23.7362 };

test('from a search to the report: the map, the places, the cost, and a link that opens it again', async () => {
  const { page, complaints } = await openPage(browser, 'about:blank', smallWindow);
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.goto(service.api);
  await mapDrawn(page);

  await page.getByRole('combobox').fill('05 009 99 01 001');
  await page.getByRole('option', { name: 'Parcel with KAEK' }).click();
  await page.getByText('324.18 m²').first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(asked.length < 45, `${asked.length} requests: ${asked.join(' ')}`);
  await page.getByRole('combobox').fill('Syntagma');
  await page.getByRole('option', { name: 'Syntagma, Athens Place' }).click();
  await page.getByRole('heading', { level: 1, name: /Syntagma, Ath/ }).waitFor();
  await page.getByText('37.975180, 23.735680').first().waitFor();
  await page.goBack();
  await page.getByText('324.18 m²').first().waitFor();

  await signIn(page, 'demo', 'ktima-demo');
  const scale = page.locator('.maplibregl-ctrl-scale');
  const closeScale = (await scale.textContent())!;
  await page.getByRole('tab', { name: 'Neighbourhood' }).click();
  // The map leaves the close-up of the parcel: the places around come into view.
  const wide = page.locator('.maplibregl-ctrl-scale', { hasText: /^[235]00/ });
  await wide.waitFor();
  await page.getByRole('tab', { name: 'Location' }).click();
  await page.locator('.maplibregl-ctrl-scale', { hasText: closeScale }).waitFor();
  await page.getByRole('tab', { name: 'Neighbourhood' }).click();
  await wide.waitFor();
  await page.getByRole('button', { name: 'Strefi Hill' }).click();
  await page.locator('.map-card').getByText('Λόφος Στρέφη').waitFor();
  await assertAccessible(page, 'neighbourhood');

  await page.locator('.legend summary').click();
  await page.getByRole('checkbox', { name: 'Metro station' }).first().uncheck();
  const scaleBefore = (await scale.textContent())!;
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await page.locator('.maplibregl-ctrl-scale', { hasNotText: scaleBefore }).waitFor();
  const scaleZoomed = await scale.textContent();

  await page.getByRole('tab', { name: 'Cost' }).click();
  assert.equal(await page.getByLabel('Postal code').inputValue(), '10683');
  await page.getByLabel('Build area').fill('85');
  await page.getByLabel('Year of construction').fill('1998');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.locator('.amount', { hasText: '€89,250' }).waitFor();
  await page.getByRole('img', { name: 'Value over the building’s age' }).waitFor();

  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.amount', { hasText: '€89,250' }).waitFor();
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
  const metro = page.getByRole('checkbox', { name: 'Metro station' });
  assert.equal(await metro.first().isChecked(), false);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Sources and dates' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('the configured background and its attribution are shown, and no other origin is allowed', async t => {
  const maps = await startMaps();
  t.after(maps.stop);
  const tiles = `${maps.origin}/{z}/{x}/{y}.png`;
  const aerial = `${maps.origin}/aerial/{z}/{x}/{y}.png`;
  const imagery = { imageryUrl: aerial, imageryAttribution: '© Flights' };
  const { imageryUrl } = readSettings({
    KTIMA_IMAGERY_URL: `${maps.origin}/aerial/wmts?LAYER=ortho&TILEMATRIXSET=web`,
  });
  for (const map of [
    { tilesUrl: tiles },
    { styleUrl: `${maps.origin}/style.json`, ...imagery },
    { tilesUrl: tiles, ...imagery, imageryUrl: imageryUrl! },
    { tilesUrl: tiles, ...imagery, imageryUrl: `${maps.origin}/broken/{z}/{x}/{y}.png` },
  ]) {
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
      const isBroken = map.imageryUrl.includes('/broken/');
      const path = isBroken ? '/broken/' : '/aerial/';
      const image = page.waitForResponse(response => response.url().includes(path));
      await page.getByRole('button', { name: 'Aerial images' }).click();
      assert.equal((await image).status(), isBroken ? 500 : 200);
      await page.getByText('© Flights').waitFor();
      if (isBroken) {
        await page.getByText(en.map.imageryFailed).waitFor();
        complaints.length = 0;
      }
      await page.getByRole('button', { name: en.map.layers }).click();
      assert.ok(await page.getByRole('checkbox', { name: 'Zones' }).isDisabled());
      await page.getByRole('checkbox', { name: 'Parcels' }).uncheck();
      await page.getByRole('checkbox', { name: 'Aerial images' }).uncheck();
      await page.getByText('© Flights').waitFor({ state: 'detached' });
      await assertAccessible(page, 'the layers of the map');
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

test('a property that is found before the style of the map arrives is shown on the map', async t => {
  const maps = await startMaps();
  t.after(maps.stop);
  const shown = await openTestService({
    console: {
      files: readStaticFiles('console/dist'),
      authUrl: () => undefined,
      map: { styleUrl: `${maps.origin}/style.json` },
    },
  });
  const address = await shown.api.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => shown.api.close());
  const { page } = await openPage(browser, `${address}/health`, smallWindow);
  const canvas = page.locator('.map-canvas canvas');
  const waitForMap = () => canvas.waitFor({ state: 'attached' });
  const found = page.getByRole('button', { name: 'Copy WGS84' });
  await page.route(/reverse/, route => waitForMap().then(() => route.continue()));
  await page.route(/style\.json/, route => found.waitFor().then(() => route.continue()));
  await page.goto(`${address}/#at=38,23`);
  await mapDrawn(page);
  await page.locator('.maplibregl-ctrl-scale', { hasText: /^(\d+\sm|1\skm)$/ }).waitFor();
});

test('a click inside a parcel keeps the view, and lines are measured by mouse and keyboard', async () => {
  const geolocation = { ...strefi, accuracy: 8 };
  const context = { ...smallWindow, permissions: ['geolocation'], geolocation };
  const address = `${service.api}/#kaek=050099901001`;
  const { page, complaints } = await openPage(browser, address, context);
  await mapDrawn(page);
  // The map's library is loaded only after the page is drawn.
  const [painted, loaded] = (await page.evaluate(`[
    performance.getEntriesByName('first-contentful-paint')[0].startTime,
    performance.getEntriesByType('resource').find(({ name }) => /\\/map-/.test(name)).startTime,
  ]`)) as [number, number];
  assert.ok(painted <= loaded, `${painted} ${loaded}`);

  const scale = page.locator('.maplibregl-ctrl-scale');
  const before = await scale.textContent();
  const canvas = page.locator('.map-canvas canvas');
  const { width, height } = (await canvas.boundingBox())!;
  // The neighbour to the east, 14.5 m and 6.4 m away; a pixel is 0.118 m.
  const neighbour = { x: width / 2 + 123, y: height / 2 - 54 };
  await canvas.hover({ position: neighbour });
  await untilTrue(page, "document.querySelector('canvas').style.cursor === 'pointer'");
  await canvas.click({ position: neighbour });
  await untilTrue(page, "location.hash === '#kaek=050099901002'");
  await page.locator('h1').getByText('050099901002').waitFor();
  assert.equal(await scale.textContent(), before);
  // Without a parcel the point is searched, in the same view.
  await canvas.click({ position: { x: width / 2 - 180, y: height / 2 } });
  await untilTrue(page, "location.hash.startsWith('#at=')");
  await page.getByRole('heading', { level: 1, name: '37.98' }).waitFor();
  assert.equal(await scale.textContent(), before);
  await page
    .locator('.pointer-readout')
    .getByText(/Greek Grid 47\d{4}, 42\d{5}/)
    .waitFor();

  const url = page.url();
  await page.getByRole('button', { name: 'Measure length and area' }).click();
  await canvas.click({ position: { x: 100, y: 350 } });
  await canvas.click({ position: { x: 300, y: 350 } });
  const bar = page.getByRole('region', { name: 'Measure length and area' });
  await bar.getByText(/Length: \d+\.\d m/).waitFor();
  await canvas.press('Enter');
  await bar.getByText(/Area: \d+ m²/).waitFor();
  await assertAccessible(page, 'measuring');
  await bar.getByRole('button', { name: 'Undo' }).click();
  await bar.getByText('Area').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  assert.equal(page.url(), url);

  // The attribution of the sample takes two lines; the coordinates are beside it.
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.getByRole('button', { name: 'Ελληνικά' }).click();
  await canvas.hover({ position: { x: 400, y: 300 } });
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  const [readout, attribution] = [await boxOf('.pointer-readout'), await boxOf('.attribution')];
  assert.ok(attribution.height > 30, 'two lines');
  assert.ok(readout.x + readout.width <= attribution.x, JSON.stringify([readout, attribution]));
  await page.getByRole('button', { name: 'English' }).click();

  await page.getByRole('button', { name: 'Where am I' }).click();
  await page.getByText('You are here, up to 8 m off.').waitFor();
  await page.context().clearPermissions();
  await page.getByRole('button', { name: 'Where am I' }).click();
  await page.getByText('The browser does not give your position').waitFor();
  assert.deepEqual(complaints, []);
});

test('list and map share the selection, and a click on the map searches there', async () => {
  // Cards are above their symbols where there is room.
  const roomy = { viewport: { width: 1000, height: 760 } };
  const { page, complaints } = await openPage(browser, `${syntagma}&view=places`, roomy);
  await signIn(page, 'demo', 'ktima-demo');
  await page.locator('.legend summary').click();
  await page.getByRole('button', { name: 'None' }).click();
  await page.getByRole('checkbox', { name: 'Hospital' }).check();
  await page.locator('.legend summary').click();
  await mapDrawn(page);
  const row = page
    .locator('.kind', { has: page.getByRole('heading', { name: 'Hospital' }) })
    .locator('.place');
  await row.hover();
  const card = page.locator('.map-card');
  const { x, y, width, height } = (await card.boundingBox())!;
  const canvas = (await page.locator('.map-canvas').boundingBox())!;
  await page.mouse.move(canvas.x + 5, canvas.y + canvas.height - 60);
  await card.waitFor({ state: 'detached' });

  // A card points at its symbol, which is alone on the map: hovering that marks the row.
  await page.mouse.move(x + width / 2, y + height + 22);
  await page.locator('.place.is-marked').waitFor();
  await page.mouse.down();
  await page.mouse.up();
  await page.locator('.place[aria-pressed=true]').waitFor();
  await card.getByRole('button', { name: 'Close' }).click();

  await page.mouse.click(canvas.x + canvas.width - 30, canvas.y + canvas.height - 90);
  await untilTrue(page, "!location.hash.includes('at=37.9755')");
  const at = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('at')!;
  const [latitude, longitude] = at.split(',').map(Number) as [number, number];
  assert.ok(latitude < 37.9755 && latitude > 37.95, at);
  assert.ok(longitude > 23.7348 && longitude < 23.77, at);
  assert.deepEqual(complaints, []);
});

test('areas on foot are asked for and drawn only while they are switched on', async () => {
  const { page, complaints } = await openPage(browser, `${inTown}&view=places`, smallWindow);
  const asked: string[] = [];
  page.on('request', request => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/walk/') asked.push(search);
  });
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: /^bank 111 m/ }).waitFor();
  await mapDrawn(page);
  // Above the middle, where neither the legend nor a place is.
  const { x, y, width, height } = (await page.locator('.map-canvas').boundingBox())!;
  const clip = { x: x + width / 2 - 5, y: y + height / 2 - 60, width: 10, height: 10 };
  const drawing = () => page.screenshot({ clip });
  const before = await drawing();
  const layers = page.getByRole('button', { name: en.map.layers });
  await layers.click();
  const onFoot = page.getByRole('checkbox', { name: 'Minutes on foot' });
  assert.equal(await onFoot.isChecked(), false);
  assert.deepEqual(asked, []);
  await onFoot.check();
  const legend = page.locator('.walk-legend');
  await legend.getByRole('listitem').nth(2).waitFor();
  assert.deepEqual(await legend.getByRole('listitem').allTextContents(), ['5', '10', '15']);
  await assertAccessible(page, 'areas on foot');
  await layers.click();
  for (let tries = 0; before.equals(await drawing()); tries++) {
    assert.ok(tries < 300, 'the areas are never drawn');
    await sleep(100);
  }
  await page.goto(`${inTown.replace('38,23', '39,24')}&view=places`);
  await legend.getByText('No way to walk on is known near the point.').waitFor();
  assert.deepEqual(asked, [
    '?latitude=38&longitude=23&minutes=5%2C10%2C15',
    '?latitude=39&longitude=24&minutes=5%2C10%2C15',
  ]);
  await layers.click();
  await onFoot.uncheck();
  await legend.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('addresses to choose from are pins in the order of the list, and a pin chooses', async () => {
  const address = encodeURIComponent('Κολοκοτρώνη 5');
  const { page, complaints } = await openPage(browser, `${service.api}/#address=${address}`);
  await page.getByRole('heading', { level: 1, name: 'Which address do you mean?' }).waitFor();
  const pins = page.locator('button.map-pin');
  await pins.nth(1).waitFor();
  const labels = await pins.evaluateAll(all => all.map(pin => pin.getAttribute('title')));
  const listed = await page.locator('.which-one .strong').allTextContents();
  // The list does not break a postal code.
  assert.deepEqual(
    labels,
    listed.map(text => text.replaceAll('\u00a0', ' ')),
  );
  await pins.nth(1).press('Enter');
  await page.getByRole('heading', { level: 1, name: /Κολοκοτρώνη|Kolokotroni/ }).waitFor();
  await pins.first().waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('where every operation needs a token, the map sends it with its tiles', async t => {
  const own = newHome();
  const closed = await serveHere({ ...own.env, KTIMA_REQUIRE_TOKEN: 'all' }, '--demo');
  t.after(() => closed.stop().then(own.remove));
  const { page } = await openPage(browser, closed.api, smallWindow);
  const statuses = new Map<string, number>();
  page.on('response', response => statuses.set(response.url(), response.status()));
  await page.getByRole('dialog').waitFor();
  await fillSignIn(page, 'demo', 'ktima-demo');
  await mapDrawn(page);
  assert.ok([...statuses].filter(([url]) => url.endsWith('.mvt')).length > 0);
  const refused = [...statuses].filter(([, status]) => status === 401 || status === 403);
  assert.deepEqual(refused, []);
});
