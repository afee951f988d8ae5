import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { portOf } from '#http/server/lifecycle.ts';
import { assertAccessible, fillSignIn, openSharedPage, signIn } from './pages.ts';
import { home, inTown, password, secret, service } from './small-console.ts';

test('a second factor is asked for only when the account has one', async () => {
  const { page } = await openSharedPage(inTown);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(page, 'nikos', 'a wrong password here');
  await page.getByText('The name or the password is wrong.').waitFor();
  assert.equal(await page.getByLabel('One-time password').count(), 0);
  await fillSignIn(page, 'nikos', password);
  const code = page.getByLabel('One-time password');
  await code.fill('000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('The one-time password is wrong').waitFor();
  await assertAccessible(page, 'second factor');
  await code.fill(new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() }));
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('the end of a session is shown, and a new sign-in continues', async () => {
  const { page } = await openSharedPage(inTown);
  await signIn(page, 'maria', password);
  const before = service.clock.now;
  service.clock.now = new Date(before.getTime() + 40 * 86_400_000);
  await page.goto(`${home}#at=38.001,23&view=places`);
  await page.getByRole('alert').getByText('Your session has ended.').waitFor();
  await page.getByText('Sign in to see what is around.').waitFor();
  await assertAccessible(page, 'session ended');
  await signIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  assert.equal(await page.getByText('Your session has ended.').count(), 0);
  service.clock.now = before;
});

test('a session that ended while the computer slept shows when the user comes back', async () => {
  const { page } = await openSharedPage(inTown);
  await signIn(page, 'maria', password);
  await page.waitForLoadState('networkidle');
  const before = service.clock.now;
  service.clock.now = new Date(before.getTime() + 40 * 86_400_000);
  // The steady clock of a browser may stand still in sleep.
  await page.evaluate(`{
    const now = Date.now;
    Date.now = () => now() + 40 * 86_400_000;
  }`);
  const requests: string[] = [];
  page.on('request', request => requests.push(new URL(request.url()).pathname));
  // What listens may be loaded later.
  const ended = page.getByRole('alert').getByText('Your session has ended.');
  while (!(await ended.isVisible())) {
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await setTimeout(100);
  }
  const asked = requests.filter(path => path.startsWith('/api/'));
  assert.deepEqual(asked, [], 'only the token was renewed');
  service.clock.now = before;
});

test('when the sign-in service is down, the page says so and what still works', async () => {
  const { page } = await openSharedPage(inTown);
  await signIn(page, 'maria', password);
  const down = page.getByText('The sign-in service does not answer. Location, parcel, cost');
  await page.route(`**://*:${portOf(service.auth)}/**`, route => route.abort());
  const before = service.clock.now;
  // The token has expired, and no other can be had.
  service.clock.now = new Date(before.getTime() + 2 * 3_600_000);
  await page.goto(`${home}#at=38.001,23&view=places`);
  await down.waitFor();
  await assertAccessible(page, 'sign-in service down');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await fillSignIn(page, 'maria', password);
  await page.getByRole('dialog').getByText('The sign-in service does not answer.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Location' }).click();
  await page.getByRole('button', { name: 'Copy WGS84' }).waitFor();
  service.clock.now = before;
});
