import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { portOf } from '#http/server/lifecycle.ts';
import { assertAccessible, closePagesAfterEach, serveToBrowser } from '../console/pages.ts';
import { openTestService } from '../service.ts';

const service = await openTestService();
await service.users.add('maria', 'a long enough password');
const browser = await serveToBrowser(service.api, service.auth);
closePagesAfterEach(browser);

/** The reference page of a host, and the errors of the browser, for example from the policy. */
async function openReference(host: 'api' | 'auth', query = '') {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() !== 'debug') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  const requested = new Set<string>();
  page.on('request', request => requested.add(new URL(request.url()).origin));
  await page.goto(`http://127.0.0.1:${portOf(service[host])}/docs/${query}`);
  await page.locator('.opblock').first().waitFor();
  return { page, complaints, requested };
}

/** Opens an operation, changes what it sends and returns the status it is answered with. */
async function tryOut(page: Page, id: string, fill: (operation: string) => Promise<void>) {
  const operation = `#operations-${id}`;
  await page.locator(`${operation} .opblock-summary-control`).click();
  await page.locator(`${operation} .execute`).waitFor();
  await fill(operation);
  await page.locator(`${operation} .execute`).click();
  const answer = page.locator(`${operation} .live-responses-table .response`).first();
  await answer.waitFor();
  return answer.innerText();
}

test('a login on the page of the authentication host gives a token for the other page', async () => {
  const login = await openReference('auth');
  const tokens = await tryOut(login.page, 'Login-login', async operation => {
    const fields = login.page.locator(
      `${operation} .parameters input[type=text], ${operation} .parameters input[type=password]`,
    );
    await fields.nth(0).fill('maria');
    await fields.nth(1).fill('a long enough password');
  });
  assert.match(tokens, /^200/);
  const token = /"access_token": "([^"]+)"/.exec(tokens)![1]!;

  const reference = await openReference('api');
  const { page } = reference;
  const coordinates = async (operation: string) =>
    page.locator(`${operation} textarea`).fill('{"latitude": 38, "longitude": 23}');
  assert.match(await tryOut(page, 'Property-pointsOfInterest', coordinates), /^401/);
  await page.locator('.btn.authorize').click();
  await page.locator('.modal-ux input').fill(token);
  await page.locator('.modal-ux button.authorize').click();
  await page.locator('.modal-ux .btn-done').click();
  await page.locator('#operations-Property-pointsOfInterest .execute').click();
  const answered = '#operations-Property-pointsOfInterest .live-responses-table .response';
  await page.locator(answered).filter({ hasText: '"metro_station"' }).first().waitFor();
  assert.deepEqual([...reference.requested], [`http://127.0.0.1:${portOf(service.api)}`]);

  for (const { complaints, page: shown } of [login, reference]) {
    // Swagger UI puts the link to an operation into the button that opens it, has h3 below h1, and
    // its introduction outside of its main landmark.
    await assertAccessible(shown, shown.url(), ['nested-interactive', 'heading-order', 'region']);
    // Of a password outside a form; and the 401 above.
    const known =
      /Password field is not contained in a form|the server responded with a status of 401/;
    assert.deepEqual(
      complaints.filter(text => !known.test(text)),
      [],
    );
  }
});

test('the page cannot be made to show the description of another host, and fits a phone', async () => {
  const { page, requested } = await openReference('auth', '?url=https://evil.example/openapi.json');
  await page.setViewportSize({ width: 390, height: 800 });
  assert.match(await page.locator('.info .title').innerText(), /^Ktima authentication/);
  assert.deepEqual([...requested], [`http://127.0.0.1:${portOf(service.auth)}`]);
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
});
