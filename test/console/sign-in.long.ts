import assert from 'node:assert/strict';
import test from 'node:test';
import { secretIn } from '../secrets.ts';
import { assertAccessible, fillSignIn, openSharedPage, signIn } from './pages.ts';
import { inTown, password, service } from './small-console.ts';

test('with "stay signed in" checked, a user is signed in after a reload and in a second tab, until signing out', async () => {
  const { page, complaints } = await openSharedPage(`${inTown}&view=places`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Stay signed in').check();
  await page.getByText('In all tabs of this browser').waitFor();
  await assertAccessible(page, 'staying signed in');
  await fillSignIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual(others, []);
  const { name, path, httpOnly, secure, sameSite } = cookie!;
  assert.deepEqual([name, path], ['__Secure-ktima-session', '/auth/session']);
  assert.deepEqual([httpOnly, secure, sameSite], [true, true, 'Strict']);
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])';
  const keptName = 'localStorage.getItem("ktima.signed-in")';
  assert.equal(await page.evaluate(keptName), 'maria');
  assert.equal(secretIn(await page.evaluate(stored)), undefined, 'no script can read a token');

  await page.reload();
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  const second = await page.context().newPage();
  await second.goto(`${inTown}&view=places`);
  await second.getByRole('heading', { name: 'Bank' }).waitFor();
  await Promise.all([page.reload(), second.reload()]);
  for (const tab of [page, second]) await tab.getByRole('heading', { name: 'Bank' }).waitFor();

  await second.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [second, page]) {
    await tab.getByText('Sign in to see what is around.').waitFor();
    assert.equal(await tab.getByText('Your session has ended.').count(), 0);
  }
  await page.reload();
  await page.getByText('Sign in to see what is around.').waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.equal(await page.evaluate(keptName), null);

  await page.bringToFront();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Stay signed in').check();
  await fillSignIn(page, 'maria', password);
  await second.getByRole('heading', { name: 'Bank' }).waitFor();
  // The tab that notices the end first says so, and a map still loads its tiles here.
  await second.close();
  await service.users.setPassword('maria', `${password} too`);
  await service.users.setPassword('maria', password);
  await page.reload();
  await page.getByRole('alert').getByText('Your session has ended.').waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(complaints, []);
});

test('a user who does not stay signed in is so until the browser is closed, also after a reload, or signs out', async () => {
  const { page, complaints } = await openSharedPage(`${inTown}&view=places`);
  const context = page.context();
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByText('until you close the browser').waitFor();
  await fillSignIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  const [cookie, ...others] = await context.cookies();
  assert.deepEqual(others, []);
  const { name, expires, httpOnly, secure, sameSite } = cookie!;
  assert.deepEqual([name, expires], ['__Secure-ktima-session', -1]);
  assert.deepEqual([httpOnly, secure, sameSite], [true, true, 'Strict']);
  await page.reload();
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  assert.equal((await context.cookies())[0]!.expires, -1, 'a refresh does not keep it longer');
  const second = await context.newPage();
  await second.goto(`${inTown}&view=places`);
  await second.getByRole('heading', { name: 'Bank' }).waitFor();
  await page.bringToFront();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await second.getByText('Sign in to see what is around.').waitFor();
  assert.deepEqual(await context.cookies(), []);

  await signIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  // As a browser that is closed.
  await context.clearCookies();
  await page.reload();
  await page.getByText('Sign in to see what is around.').waitFor();
  assert.equal(await page.getByText('Your session has ended.').count(), 0);
  assert.equal(await page.evaluate('localStorage.getItem("ktima.signed-in")'), null);
  assert.deepEqual(complaints, []);
});

test('on another site than the sign-in service, staying signed in is not offered, with the reason', async () => {
  const { page } = await openSharedPage(`${inTown.replace('127.0.0.1', 'localhost')}&view=places`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByText('The sign-in service is on another domain').waitFor();
  assert.equal(await page.getByLabel('Stay signed in').count(), 0);
  await fillSignIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
});
