import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertAccessible,
  closePagesAfterEach,
  mapDrawn,
  openDemo,
  openPage,
  phone,
  untilTrue,
} from './pages.ts';

const { service, browser } = await openDemo();
closePagesAfterEach(browser);

test('the map works on a phone too', async () => {
  const { page, complaints } = await openPage(browser, service.api, phone);
  // Before the property is searched: the first drawing keeps the browser busy for seconds.
  await mapDrawn(page);
  await page.goto(`${service.api}/#at=37.9755,23.7348`);
  const scaled = (hasText: RegExp) => page.locator('.maplibregl-ctrl-scale', { hasText });
  await scaled(/^(\d+\sm|1\skm)$/).waitFor();
  await page.setViewportSize({ width: 360, height: 640 });
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  const scale = await boxOf('.maplibregl-ctrl-scale');
  const [buttons, attribution] = [await boxOf('.map-buttons'), await boxOf('.attribution')];
  assert.ok(scale.x > buttons.x + buttons.width, 'the scale bar is beside the buttons');
  assert.ok(scale.y + scale.height <= attribution.y, 'and above the attribution');
  assert.ok(buttons.y + buttons.height <= attribution.y, 'so are the buttons');

  // Measuring: a thin bar that no tap hits, and what a finger does.
  await page.getByRole('button', { name: 'Measure length and area' }).tap();
  const bar = page.getByRole('region', { name: 'Measure length and area' });
  await bar.getByText('Tap the points on the map.').waitFor();
  const canvas = page.locator('.map-canvas canvas');
  const crossed = [
    [100, 80],
    [220, 180],
    [230, 90],
    [120, 190],
  ] as const;
  for (const [x, y] of crossed) await canvas.tap({ position: { x, y } });
  await bar.getByText('No area: the sides cross.').waitFor();
  const { height } = (await bar.boundingBox())!;
  assert.ok(height <= 56, `the bar is ${height} pixels high`);
  await assertAccessible(page, 'measuring on a phone');
  await bar.getByRole('button', { name: 'Undo' }).tap();
  await bar.getByText(/Area: .* m²/).waitFor();
  await bar.getByRole('button', { name: 'Done' }).tap();
  await bar.waitFor({ state: 'detached' });

  const before = page.url();
  await canvas.tap({ position: { x: 250, y: 80 } });
  await untilTrue(page, `location.href !== '${before}'`);
  await page.getByRole('heading', { level: 1, name: '37.9' }).waitFor();

  // To the places around and back: the parcel is as close as before.
  await page.goto(`${service.api}/#kaek=050099901001`);
  await scaled(/^\d\d?\sm$/).waitFor();
  const close = (await scaled(/m/).textContent())!;
  await page.getByRole('tab', { name: 'Neighbourhood' }).tap();
  await scaled(/^(\d{3}\sm|1\skm)$/).waitFor();
  await page.getByRole('tab', { name: 'Location' }).tap();
  await scaled(new RegExp(`^${close}$`)).waitFor();

  // On its side, the button of the dialog is whole.
  await page.setViewportSize({ width: 740, height: 360 });
  await page.getByRole('button', { name: 'Sign in' }).tap();
  const submit = (await page.getByRole('dialog').locator('[type=submit]').boundingBox())!;
  const dialog = (await page.getByRole('dialog').boundingBox())!;
  assert.ok(submit.y + submit.height < dialog.y + dialog.height, 'inside the dialog');
  assert.ok(dialog.y > 0 && dialog.y + dialog.height < 360, 'inside the screen');
  await assertAccessible(page, 'the sign-in on a phone on its side');
  assert.deepEqual(complaints, []);
});
