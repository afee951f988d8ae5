import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { el as words } from '../../console/src/tools/language/el.ts';
import { en as english } from '../../console/src/tools/language/en.ts';
import { el, en } from '../../console/src/tools/session/sign-on-words.ts';
import { listenForProvider, serveProvider, signOnClient } from '../auth/identity-provider.ts';
import { secretIn } from '../secrets.ts';
import { openTestService } from '../service.ts';
import { assertAccessible, assertFits, openSharedPage, phone, serveToBrowser } from './pages.ts';

const name = 'Example Bank';
const listening = await listenForProvider({ after });
const service = await openTestService({
  keySecret: 'a key secret of this test, which is long enough',
  signOn: { ...signOnClient, discoveryUrl: listening.discoveryUrl, scopeClaim: 'roles' },
  console: {
    files: readStaticFiles('console/dist'),
    authUrl: () => new URL(`http://127.0.0.1:${portOf(service.auth)}`),
    signOnName: name,
    map: {},
  },
  isConsoleOrigin: origin =>
    ['127.0.0.1', 'localhost'].some(host => origin === `http://${host}:${portOf(service.api)}`),
});
await serveToBrowser(service.api, service.auth);
await serveProvider(listening, `http://127.0.0.1:${portOf(service.auth)}/auth/session/callback`, {
  maria: ['places'],
});
const home = `http://127.0.0.1:${portOf(service.api)}/`;
/** `KTIMA_TEST_PICTURES` is a folder for pictures of the dialog. */
const pictures = process.env.KTIMA_TEST_PICTURES;

test('a person signs in at the provider and returns to the same view, on a phone, in both languages', async () => {
  const { page, complaints } = await openSharedPage(`${home}#at=38,23&view=places`, phone);
  const take = async (picture: string) => {
    if (pictures) await page.screenshot({ path: `${pictures}/${picture}.png` });
  };
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  const button = page.getByRole('button', { name: `Sign in with ${name}` });
  await button.waitFor();
  await assertAccessible(page, 'sign-on');
  await assertFits(page, 'sign-on');
  assert.equal(await page.evaluate('document.activeElement.textContent'), `Sign in with ${name}`);
  await take('en-narrow');
  await button.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(en.failures.refused!(name)).waitFor();
  assert.equal(page.url(), `${home}#at=38,23&view=places`);
  await take('en-narrow-refused');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ελληνικά' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: words.session.signIn }).first().click();
  const greek = page.getByRole('button', { name: el.signIn(name) });
  await greek.waitFor();
  await assertAccessible(page, 'sign-on, dark');
  await assertFits(page, 'sign-on, dark');
  await take('el-narrow-dark');
  await greek.click();
  await page.getByLabel('Name').fill('maria');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('bank', { exact: true }).first().waitFor();
  assert.equal(page.url(), `${home}#at=38,23&view=places`);
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  assert.equal(secretIn(await page.evaluate(stored)), undefined, 'no script can read a token');
  const names = (await page.context().cookies(home)).map(cookie => cookie.name);
  assert.ok(!names.includes('__Host-ktima-sign-on'), 'the sign-on is over');

  // Anyone can make such a link: it shows nothing and signs no one in.
  await page.goto(`${home}#sign-on=x&name=nikos`);
  await page.reload();
  assert.equal(await page.evaluate('localStorage.getItem("ktima.signed-in")'), 'maria');
  await page.getByRole('button', { name: words.session.signOut }).click();
  await page.getByRole('button', { name: words.session.signIn }).first().waitFor();
  assert.deepEqual(complaints, []);
});

test('on another site than the service, the reason is shown instead of the button', async () => {
  const { page, complaints } = await openSharedPage(home.replace('127.0.0.1', 'localhost'));
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByRole('button', { name: `Sign in with ${name}` }).click();
  await page.getByText(`${en.notHere(name)} ${english.session.obstacles.otherSite}`).waitFor();
  assert.deepEqual(complaints, []);
});

test('the session of another user in the cookie signs out, and acts for no one', async () => {
  const { page, complaints } = await openSharedPage(home);
  const password = 'a long enough password';
  await service.users.add('petros', password);
  const url = `http://127.0.0.1:${portOf(service.auth)}/auth/session`;
  const body = `new URLSearchParams({ username: 'petros', password: '${password}' })`;
  // As a page on another port of the host may do.
  await page.evaluate(`fetch('${url}', { method: 'POST', credentials: 'include', body: ${body} })`);
  const kept = { 'ktima.signed-in': 'maria', 'ktima.signed-in-id': 'her id' };
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(kept)})`);
  await page.reload();
  await page.getByText(english.session.ended.otherUser).waitFor();
  assert.equal(await page.getByText('maria', { exact: true }).count(), 0);
  assert.deepEqual(
    await page.evaluate('Object.keys(localStorage).filter(key => /sign/.test(key))'),
    [],
  );
  assert.deepEqual(complaints, []);
});
