import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '../../console/src/tools/language/en.ts';
import { startChromium } from '../chromium.ts';
import { newHome, startKtima } from '../commands/ktima.ts';
import { assertAccessible, openPage } from './pages.ts';

const home = newHome({ after });
const [service, browser] = await Promise.all([
  startKtima(home.env, '--demo'),
  startChromium({ hasWebGl: true }),
]);
after(async () => {
  await browser.close();
  await service.stop();
});

/** More stops would be no way to work. */
const mostStops = 40;

/** The name of the element that has the focus; empty without one. */
const focused = `(element =>
  element.matches(':is(a, button, input, select, summary, [tabindex])')
    ? element.ariaLabel || element.labels?.[0]?.textContent || element.textContent
    : ''
)(document.activeElement)`;

/** Presses Tab until an element has the focus that has this name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < mostStops; stop++) {
    const found = String(await page.evaluate(focused)).trim();
    if (typeof name === 'string' ? found === name : name.test(found)) return;
    passed.push(found);
    await page.keyboard.press('Tab');
  }
  assert.fail(`${name} is not among ${passed.join(' | ')}`);
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

// The correction of a row by the keyboard is a part of portfolio.long.ts.
test('search and report are possible with the keyboard alone, in few requests', async () => {
  const { page, complaints } = await openPage(browser, service.api);
  const { example_parcel: example } = await (await fetch(`${service.api}/console.json`)).json();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  await page.reload();
  await tabTo(page, en.search.label);
  await page.keyboard.type(example.kaek);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: example.kaek }).waitFor();
  await page.locator('.map-pane[aria-busy=false]').waitFor();
  await page.waitForLoadState('networkidle');
  assert.ok(asked.length < 45, `${asked.length} requests: ${asked.join(' ')}`);
  await assertAccessible(page, 'a property found with the keyboard');

  await press(page, en.tabs.report);
  await press(page, en.session.asDemo);
  await page.locator('.sheet').waitFor();
  await assertAccessible(page, 'a report opened with the keyboard');
  await press(page, en.report.back);
  await page.getByRole('tab', { name: en.tabs.location }).waitFor();
  assert.deepEqual(complaints, []);
});
