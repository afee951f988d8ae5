import assert from 'node:assert/strict';
import test from 'node:test';
import { portOf } from '../../src/http/lifecycle.ts';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { openTestService } from '../service.ts';
import { assertAccessible, fillSignIn, openSharedPage, serveToBrowser } from './pages.ts';

const password = 'a long enough password';
const service = await openTestService({
  requireToken: 'all',
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
