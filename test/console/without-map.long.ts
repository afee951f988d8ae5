import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openSharedPage } from './pages.ts';
import { home } from './small-console.ts';

test("the console uses the browser's language, and stores a choice", async () => {
  const { page } = await openSharedPage(home, { locale: 'el-GR' });
  await page.getByRole('heading', { name: 'Τι θέλετε να μάθετε για ένα ακίνητο;' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'el');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'What would you like to know' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'What would you like to know' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
  const other = await openSharedPage(home, { locale: 'de-DE' });
  await other.page.getByRole('heading', { name: 'What would you like to know' }).waitFor();
});

test('an answer that takes longer than ten seconds is still shown', async () => {
  const { page } = await openSharedPage(home);
  await page.route(/reverse/, async route => {
    await setTimeout(11_000);
    await route.continue();
  });
  await page.goto(`${home}#at=37.9755,23.7348`);
  await page.getByRole('button', { name: 'Copy WGS84' }).waitFor();
});
