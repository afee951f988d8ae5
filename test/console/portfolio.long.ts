import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import { el } from '../../console/src/language/el.ts';
import { startChromium } from '../chromium.ts';
import { newHome, serveHere } from '../commands/ktima.ts';
import { assertAccessible, mapDrawn, openPage, phone, signIn, smallWindow } from './pages.ts';

const home = newHome();
const services = await serveHere(home.env, '--demo');
const browser = await startChromium();
after(async () => {
  await browser.close();
  await services.stop();
  home.remove();
});

const address = `${services.api}/#view=portfolio`;
const rows = Array.from(
  { length: 30 },
  (_, i) => `${i};Ερμού ${i + 1};10563;διαμέρισμα;${i === 7 ? '-5' : '85,5'};1998;90000\n`,
);
const book = {
  name: 'βιβλίο.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    `Κωδικός;Διεύθυνση;Τ.Κ.;Είδος ακινήτου;Εμβαδόν;Έτος κατασκευής;Ασφ. κεφάλαιο\n${rows.join('')}`,
  ),
};

test('a file is sent, its columns are corrected, and the result is fetched', async () => {
  const { page, complaints } = await openPage(browser, address);
  await page.getByText('Sign in to send a portfolio.').waitFor();
  await assertAccessible(page, 'portfolio without a session');
  await signIn(page, 'demo', 'ktima-demo');
  await page.getByText('You have sent no file.').waitFor();
  await page.getByLabel('Choose a file').setInputFiles(book);
  const run = page.getByRole('region', { name: book.name });
  await run.getByRole('heading', { name: 'Totals' }).waitFor();
  await run.getByText('How the columns were read').click();
  assert.equal(await run.getByLabel('Address').inputValue(), 'Διεύθυνση');
  assert.equal(await run.getByLabel('Sum insured').inputValue(), 'Ασφ. κεφάλαιο');
  await assertAccessible(page, 'portfolio that is done');

  await run.locator('.portfolio-map').scrollIntoViewIfNeeded();
  await run.getByText('This browser has no WebGL').waitFor();
  await run.getByRole('button', { name: 'Circle of 200 m' }).first().press('Enter');
  await run.getByText('within 200 m of the row in line').waitFor();

  const filter = run.getByLabel('Filter');
  await filter.fill('Ερμού 8');
  await run.getByText('1 of').waitFor();
  const download = page.waitForEvent('download');
  await run.getByRole('button', { name: 'Download the result' }).click();
  const path = await (await download).path();
  assert.match(readFileSync(path, 'utf8'), /^Κωδικός;Διεύθυνση;.*;problem;/);

  await run.getByLabel('Sum insured').selectOption('Κωδικός');
  await run.getByRole('button', { name: 'Run again with these columns' }).click();
  const again = page.getByRole('region', { name: book.name });
  await again.getByRole('heading', { name: 'Totals' }).waitFor({ state: 'detached' });
  await again.getByRole('heading', { name: 'Totals' }).waitFor();
  await again.getByText('How the columns were read').click();
  assert.equal(await again.getByLabel('Sum insured').inputValue(), 'Κωδικός');
  await again.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('You have sent no file.').waitFor();
  assert.deepEqual(complaints, []);
});

test('on a phone, in Greek and dark, a file that cannot be run says why', async () => {
  const options = { ...phone, locale: 'el-GR', colorScheme: 'dark' } as const;
  const { page, complaints } = await openPage(browser, address, options);
  await signIn(page, 'demo', 'ktima-demo', el);
  const buffer = Buffer.from('a,b\n1,2\n');
  await page.getByLabel('Επιλογή αρχείου').setInputFiles({ ...book, buffer });
  await page.getByText('no column shows where a property is').waitFor();
  await assertAccessible(page, 'portfolio that failed');
  await page.getByText('Πώς διαβάστηκαν οι στήλες').click();
  await page.getByLabel('Διεύθυνση').selectOption('b');
  await page.getByRole('button', { name: 'Νέα εκτέλεση' }).click();
  await page.getByRole('heading', { name: 'Σύνολα' }).waitFor();
  await page.getByRole('button', { name: 'Διαγραφή' }).click();
  await page.getByText('Δεν έχετε στείλει αρχείο.').waitFor();
  await page.getByLabel('Επιλογή αρχείου').setInputFiles(book);
  await page.getByRole('heading', { name: 'Σύνολα' }).waitFor();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 360, `${width} px wide`);
  await assertAccessible(page, 'portfolio that is done, on a phone');
  assert.deepEqual(complaints, []);
});

test('the map shows the rows, and flies to the circle that is chosen with the keyboard', async t => {
  const drawing = await startChromium({ hasWebGl: true });
  t.after(() => drawing.close());
  const { page, complaints } = await openPage(drawing, address, smallWindow);
  await signIn(page, 'demo', 'ktima-demo');
  await page.getByLabel('Choose a file').setInputFiles({ ...book, name: 'map.csv' });
  const run = page.getByRole('region', { name: 'map.csv' });
  await run.locator('.portfolio-map').scrollIntoViewIfNeeded();
  await mapDrawn(page);
  await run.getByLabel(/^Map of the portfolio/).waitFor();
  const circle = run.getByRole('button', { name: 'Circle of 500 m' }).first();
  await circle.press('Enter');
  assert.equal(await circle.getAttribute('aria-pressed'), 'true');
  await run.getByText('within 500 m of the row in line').waitFor();
  await assertAccessible(page, 'circle of a portfolio');
  await run.getByRole('button', { name: 'The whole portfolio' }).click();
  assert.equal(await circle.getAttribute('aria-pressed'), 'false');
  assert.deepEqual(complaints, []);
});
