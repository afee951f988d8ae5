import assert from 'node:assert/strict';
import test from 'node:test';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { openTestService, rates } from '../service.ts';
import { assertAccessible, fillSignIn, openSharedPage, serveToBrowser } from './pages.ts';

const password = 'a long enough password';
const service = await openTestService({
  requireToken: 'all',
  rates: rates.map(rate => ({ ...rate, postalPrefix: '99' })),
  console: {
    files: readStaticFiles('console/dist'),
    authUrl: () => new URL(`http://127.0.0.1:${portOf(service.auth)}`),
    map: {},
  },
  isConsoleOrigin: origin => origin === `http://127.0.0.1:${portOf(service.api)}`,
});
await service.users.add('maria', password);
await serveToBrowser(service.api, service.auth);
const home = `http://127.0.0.1:${portOf(service.api)}/`;

test('where every operation needs a token, the console asks for a login first', async () => {
  const { page, complaints } = await openSharedPage(`${home}#at=38,23&view=report`);
  const refused: string[] = [];
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if ([401, 403].includes(response.status())) refused.push(pathname);
  });
  await page.getByRole('dialog').waitFor();
  await page.getByText('Sign in to use this service.').waitFor();
  assert.equal(await page.getByRole('combobox').count(), 0, 'no search without a login');
  await assertAccessible(page, 'closed');
  const tile = page.waitForResponse(/\/tiles\/base\/.*mvt$/);
  await fillSignIn(page, 'maria', password);
  assert.ok((await tile).ok(), 'the printed plan has its tiles');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.getByText('Sign in to use this service.').waitFor();
  assert.deepEqual(refused, [], 'no request without its token');
  assert.deepEqual(complaints, []);
});

test('in Greek, whose words are longer, the buttons of a report stay on one line', async () => {
  const building = 'type=house&area=85.3&year=1990';
  const { page, complaints } = await openSharedPage(`${home}#at=38,23&${building}&view=report`);
  await fillSignIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Ελληνικά' }).click();
  const buttons = page.locator('.report-bar .button');
  await buttons.getByText('Εκτύπωση ή PDF').waitFor();
  const tops = await buttons.evaluateAll(all =>
    all.map(one => Math.round(one.getBoundingClientRect().top)),
  );
  assert.equal(tops.length, 3);
  assert.equal(new Set(tops).size, 1, String(tops));
  assert.equal(await page.locator('.report-bar .button-main').count(), 1);
  assert.deepEqual(complaints, []);
});
