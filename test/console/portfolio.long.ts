import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after } from 'node:test';
import type { Page } from 'playwright-core';
import { el } from '../../console/src/tools/language/el.ts';
import { startChromium } from '../chromium.ts';
import { loginAsDemo } from '../commands/api.ts';
import { newHome, serveHere } from '../commands/ktima.ts';
import { textRow, workbook } from '../xlsx/workbook.ts';
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

async function deleteRun(page: Page, loses = 'The file and its result are lost.'): Promise<void> {
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText(loses).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
}

test('a file is sent, its columns are corrected, and the result is fetched', async () => {
  const { page, complaints } = await openPage(browser, address);
  await page.getByText('Sign in to send a portfolio.').waitFor();
  await assertAccessible(page, 'portfolio without a session');
  await signIn(page, 'demo', 'ktima-demo');
  await page.getByText('You have sent no file.').waitFor();
  await assertAccessible(page, 'portfolio without files');
  await page.getByLabel('Choose a file').setInputFiles(book);
  const run = page.getByRole('region', { name: book.name, exact: true });
  // It is read, and waits: columns with values, and terms.
  await run.getByText('Read, waits to be started · 30 rows').waitFor();
  await run.getByRole('row', { name: /^Εμβαδόν 85,5 -5 / }).waitFor();
  assert.equal(await run.getByLabel('Διεύθυνση', { exact: true }).inputValue(), 'address');
  assert.equal(await run.getByLabel('Ασφ. κεφάλαιο').inputValue(), 'sum_insured');
  await run.getByText('Terms of the run').click();
  await run.getByLabel('Ageing').fill('straight_line');
  await run.getByLabel('Zones').fill('flood');
  await run.getByLabel('Comma or point in a CSV result').selectOption('Point (85.5)');
  await run.getByLabel('Years that are a range').selectOption('a problem of the row');
  await run.getByLabel('Areas from–to').fill('10-20000');
  await assertAccessible(page, 'terms of a portfolio');
  await run.getByRole('button', { name: 'Start' }).click();
  await run.getByRole('heading', { name: 'Totals' }).waitFor();
  assert.match(await page.title(), /^βιβλίο\.csv · /);
  await run.getByRole('tab', { name: 'File and terms' }).click();
  await run.locator('.portfolio-basis > summary').click();
  const terms = run.locator('.portfolio-basis dl.facts');
  for (const text of [
    /sample data · 29 rows/,
    /^straight_line$/,
    /^Floods?.*: sample/,
    /^Ktima 2/,
  ]) {
    await terms.getByText(text).first().waitFor();
  }
  await run.getByText(/^sample data, for trying out: .*\bcosts\b/).waitFor();
  await assertAccessible(page, 'terms of a portfolio that is done');
  await run.getByRole('tab', { name: 'To check' }).click();
  await run.getByText('100% · €2,700,000 · 30 rows').waitFor();
  const figure = run.locator('.portfolio-figures > div');
  await figure.filter({ hasText: 'Sums insured' }).getByText('€2,700,000').waitFor();
  await figure.filter({ hasText: 'Cost as new' }).getByText('29 rows').waitFor();
  await figure.filter({ hasText: 'To check' }).getByText('1', { exact: true }).waitFor();
  await run.getByLabel('Chart').selectOption('By type');
  const chart = run.locator('.portfolio-chart:visible');
  await chart.getByRole('row', { name: /^Apartment €[\d,]+ €2,610,000$/ }).waitFor();
  await assertAccessible(page, 'portfolio that is done');

  await run.getByRole('tab', { name: 'Accumulation' }).click();
  await run.locator('.portfolio-map').scrollIntoViewIfNeeded();
  await run.getByText('This browser has no WebGL').waitFor();
  await run.getByText('For 30 of 30 rows only the street').waitFor();
  // Within 200 m, not one of them is certain.
  await run.getByRole('row', { name: /^Circle of 200 m.* 30 30 / }).waitFor();
  await run.getByText('Approximate: rows whose position is less accurate').waitFor();
  await run.getByRole('button', { name: 'Circle of 200 m' }).first().press('Enter');
  await run.getByText('within 200 m of the row in line').waitFor();
  // The rows and figures are those of the circle.
  await figure.filter({ hasText: 'Rows' }).getByText('of 30').waitFor();
  await run.getByRole('button', { name: 'Circle of 200 m' }).first().press('Enter');

  const download = page.waitForEvent('download');
  await run.getByRole('button', { name: 'Download the result' }).click();
  const result = readFileSync(await (await download).path(), 'utf8');
  assert.match(result, /^Κωδικός;Διεύθυνση;.*;zone_flood_result;.*;problem;/);
  assert.match(result, /;straight_line;0\.\d+;/);
  assert.doesNotMatch(result, /zone_earthquake/);

  const table = run.locator('.portfolio-all');
  const found = table.locator('.portfolio-pages').getByRole('status');
  await found.getByText('30 rows', { exact: true }).waitFor();
  // A space between two words is kept while they are typed.
  const filter = table.getByLabel('Address or reference');
  await filter.pressSequentially('ερμου 30');
  await found.getByText('1 row', { exact: true }).waitFor();
  assert.equal(await filter.inputValue(), 'ερμου 30');
  await filter.fill('');
  await found.getByText('30 rows', { exact: true }).waitFor();
  // A problem is a filter.
  const problem = run.getByRole('button', { name: /^Build area: expected .* 1$/ });
  await problem.click();
  await found.getByText('1 row', { exact: true }).waitFor();
  await table.getByText('Columns', { exact: true }).click();
  await table.getByLabel('Build area').check();
  await table.getByRole('columnheader', { name: 'Build area' }).waitFor();
  await table.getByText('Columns', { exact: true }).click();
  // With the keyboard alone.
  await table.getByRole('button', { name: 'Correct line 9' }).press('Enter');
  const form = page.getByRole('form', { name: 'Line 9' });
  await form.getByText('expected 10 to 20000 m², got -5').waitFor();
  await assertAccessible(page, 'the form of a row');
  assert.equal(await page.evaluate('document.activeElement.value'), '-5');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('85,5');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await table.getByText('Waits for a new run').waitFor({ state: 'attached' });
  await assertAccessible(page, 'a row that waits for a run');
  await table.getByRole('button', { name: 'Run again with the corrections' }).click();
  await table.waitFor({ state: 'detached' });
  await run.getByText('No row has a problem.').waitFor();
  await table.getByLabel('Only corrected').check();
  await found.getByText('1 row', { exact: true }).waitFor();
  await table.getByText('Columns', { exact: true }).click();
  await table.getByLabel('Build area').check();
  await table.getByText('85.5 m²').waitFor();
  await table.getByLabel('Only with a problem').check();
  await table.getByText('No row matches the filters.').waitFor();

  // A column has one field: the sum insured is now read from another.
  const again = page.getByRole('region', { name: book.name, exact: true });
  const rerun = async (column: string, field: string) => {
    await again.getByRole('tab', { name: 'File and terms' }).click();
    await again.getByText('How the columns were read').click();
    await again.getByLabel(column, { exact: true }).selectOption(field);
    await again.getByRole('button', { name: 'Run again with these' }).click();
    await again.getByRole('heading', { name: 'Totals' }).waitFor({ state: 'detached' });
    await again.getByRole('heading', { name: 'Totals' }).waitFor();
    await again.getByRole('tab', { name: 'File and terms' }).click();
    await again.getByText('How the columns were read').click();
    const chosen = await again.getByLabel(column, { exact: true }).inputValue();
    await again.getByText('How the columns were read').click();
    return chosen;
  };
  assert.equal(await rerun('Κωδικός', 'Sum insured'), 'sum_insured');
  // After a reload, too: the service keeps the file. And a column can be left out.
  await page.reload();
  assert.equal(await rerun('Κωδικός', '(not read)'), '');
  await deleteRun(page, 'corrections of 1 row are lost.');
  await page.getByText('You have sent no file.').waitFor();
  assert.deepEqual(complaints, []);
});

test('a workbook with several sheets is read when one is named', async () => {
  const { page, complaints } = await openPage(browser, address);
  await signIn(page, 'demo', 'ktima-demo');
  const table = (area: string) =>
    textRow(1, 'ΤΚ', 'Είδος ακινήτου', 'Εμβαδόν') + textRow(2, '10563', 'διαμέρισμα', area);
  const file = {
    name: 'two.xlsx',
    mimeType: 'application/octet-stream',
    buffer: workbook({ sheets: { 2024: table('90'), 2025: table('1.250') } }),
  };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.getByText('several sheets show where properties are: 2024, 2025').waitFor();
  await assertAccessible(page, 'a file that cannot be read yet');
  await page.getByLabel('Sheet of Excel').fill('2025');
  await page.getByLabel('Decimal sign').selectOption('comma');
  await page.getByRole('button', { name: 'Run again with these' }).click();
  const table2025 = page.locator('.portfolio-all');
  await table2025.getByText('Columns', { exact: true }).click();
  await table2025.getByLabel('Build area').check();
  await table2025.getByText('1,250 m²').waitFor();
  await table2025.getByText('1 row', { exact: true }).waitFor();
  await assertAccessible(page, 'a result of one row');
  await deleteRun(page);
  await page.getByText('You have sent no file.').waitFor();
  assert.deepEqual(complaints, []);
});

test('rows without a certain place have a list of their own', async () => {
  const { page, complaints } = await openPage(browser, address);
  await signIn(page, 'demo', 'ktima-demo');
  const lines = ['Ερμού 15;10563;Αθήνα;90000', 'bul. Vitosha 15;;Sofia;70000'];
  const buffer = Buffer.from(`Διεύθυνση;Τ.Κ.;Πόλη;Ασφ. κεφάλαιο\n${lines.join('\n')}\n`);
  await page.getByLabel('Choose a file').setInputFiles({ ...book, name: 'unplaced.csv', buffer });
  const run = page.getByRole('region', { name: 'unplaced.csv', exact: true });
  await run.getByRole('button', { name: 'Start' }).click();
  await run.getByRole('tab', { name: 'To check' }).click();
  await run.getByText('1 row with €70,000: in no circle and not on the map.').waitFor();
  const list = run.getByRole('region', { name: 'Rows without a reliable location' });
  await list.getByText('city: Sofia is not known').waitFor();
  await run.getByRole('tab', { name: 'Accumulation' }).click();
  await run
    .getByText(/^Circles of a single row: \d+. The largest has €90,000, in line 2/)
    .waitFor();
  await assertAccessible(page, 'portfolio with a row without a certain place');
  await deleteRun(page);
  await page.getByText('You have sent no file.').waitFor();
  assert.deepEqual(complaints, []);
});

test('an eleventh file while ten wait or run is refused with that reason', async () => {
  const { page, complaints } = await openPage(browser, address, { locale: 'el-GR' });
  await signIn(page, 'demo', 'ktima-demo', el);
  const [head] = book.buffer.toString().split('\n');
  const many = Array.from({ length: 20_000 }, (_, i) => `${i};Ερμού ${i};10563;;;;\n`);
  const buffer = Buffer.from(`${head}\n${many.join('')}`);
  await page.getByLabel('Επιλογή αρχείου').setInputFiles({ ...book, buffer });
  const run = page.getByRole('region', { name: book.name, exact: true });
  await run.getByRole('button', { name: 'Έναρξη', exact: true }).click();
  await run.getByText(/^Σε εξέλιξη · [\d.]+ από 20\.000 γραμμές · /).waitFor();
  const { access_token: token } = await (await loginAsDemo(services.auth)).json();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const others: string[] = [];
  for (let i = 0; i < 9; i++) {
    const url = `${services.api}/api/portfolios/?name=${i}.csv`;
    const sent = await fetch(url, { method: 'POST', headers, body: buffer });
    others.push(`${services.api}/api/portfolios/${(await sent.json()).id}/`);
  }
  await page.getByLabel('Επιλογή αρχείου').setInputFiles(book);
  const refusal = page.getByRole('alert');
  await refusal.getByText('Πολλά αρχεία σας περιμένουν ή εκτελούνται.').waitFor();
  assert.doesNotMatch((await refusal.textContent())!, /απασχολημένη/);
  for (const url of others)
    assert.equal((await fetch(url, { method: 'DELETE', headers })).status, 204);
  await page.reload();
  await page.getByRole('button', { name: 'Ακύρωση' }).click();
  await page.getByText('Δεν έχετε στείλει αρχείο.').waitFor();
  // The browser itself reports an answer of 429.
  assert.deepEqual(
    complaints.filter(text => !text.includes('429')),
    [],
  );
});

test('on a phone, in Greek and dark, a file that cannot be run says why', async () => {
  const options = { ...phone, locale: 'el-GR', colorScheme: 'dark' } as const;
  const { page, complaints } = await openPage(browser, address, options);
  await signIn(page, 'demo', 'ktima-demo', el);
  const buffer = Buffer.from('a,b\n1,2\n');
  await page.getByLabel('Επιλογή αρχείου').setInputFiles({ ...book, buffer });
  await page.getByText('καμία στήλη δεν δείχνει πού είναι ένα ακίνητο').waitFor();
  await assertAccessible(page, 'portfolio that failed');
  await page.getByLabel('b', { exact: true }).selectOption('Διεύθυνση');
  await page.getByRole('button', { name: 'Νέα εκτέλεση' }).click();
  await page.getByRole('heading', { name: 'Σύνολα' }).waitFor();
  await page.getByRole('button', { name: 'Διαγραφή' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Διαγραφή' }).click();
  await page.getByText('Δεν έχετε στείλει αρχείο.').waitFor();
  await page.getByLabel('Επιλογή αρχείου').setInputFiles(book);
  await page.getByRole('button', { name: 'Έναρξη', exact: true }).click();
  await page.getByRole('heading', { name: 'Σύνολα' }).waitFor();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(Number(width) <= 360, `${width} px wide`);
  await page.getByRole('button', { name: 'Διόρθωση της γραμμής 2', exact: true }).click();
  await assertAccessible(page, 'the form of a row, on a phone');
  await page.keyboard.press('Escape');
  await page.getByRole('form', { name: 'Γραμμή 2' }).waitFor({ state: 'detached' });
  await assertAccessible(page, 'portfolio that is done, on a phone');
  assert.deepEqual(complaints, []);
});

test('the map shows the rows, and flies to the circle that is chosen with the keyboard', async t => {
  const drawing = await startChromium({ hasWebGl: true });
  t.after(() => drawing.close());
  const { page, complaints } = await openPage(drawing, address, smallWindow);
  await signIn(page, 'demo', 'ktima-demo');
  await page.getByLabel('Choose a file').setInputFiles({ ...book, name: 'map.csv' });
  const run = page.getByRole('region', { name: 'map.csv', exact: true });
  await run.getByRole('button', { name: 'Start' }).click();
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
  // A row is shown on the map, and the dots have other colours.
  const line = run.getByRole('button', { name: 'Correct line 2', exact: true });
  await line.press('Enter');
  await page.getByRole('form', { name: 'Line 2' }).waitFor();
  await line.press('Enter');
  await run.getByLabel(/^Colour/).selectOption('Underinsurance');
  await run.getByText('below 70%').waitFor();
  await mapDrawn(page);
  // A dot shows its rows.
  const canvas = run.locator('.portfolio-map canvas');
  const { width, height } = (await canvas.boundingBox())!;
  await canvas.click({ position: { x: width / 2, y: height / 2 } });
  await run.getByRole('button', { name: 'Only the dot of the map ×' }).click();
  assert.deepEqual(complaints, []);
});

test('one rule corrects all rows with a value, and a print has the summary with its terms', async () => {
  const { page, complaints } = await openPage(browser, address);
  await signIn(page, 'demo', 'ktima-demo');
  const odd = book.buffer
    .toString()
    .replace(/διαμέρισμα/g, (type, at) => (at % 2 ? type : 'αχούρι'));
  const rows = odd.split('αχούρι').length - 1;
  const file = { ...book, name: 'C:\\βιβλία\\rule.csv', buffer: Buffer.from(odd) };
  await page.getByLabel('Choose a file').setInputFiles(file);
  const run = page.getByRole('region', { name: 'rule.csv', exact: true });
  await run.getByRole('button', { name: 'Start' }).click();
  await run.getByRole('button', { name: new RegExp(`^Property type: .* ${rows}$`) }).click();
  await run.getByLabel(`${rows} rows: “αχούρι” is`).selectOption('Storage room');
  await assertAccessible(page, 'a problem with its cure');
  await run.getByRole('button', { name: `Correct ${rows} rows` }).click();
  await run.getByText(`not applied yet: ${rows}.`).waitFor();
  // A row is open when the page is printed.
  await run.getByRole('button', { name: 'Correct line 3' }).click();
  const form = page.getByRole('form', { name: 'Line 3' });
  await form.waitFor();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.emulateMedia({ media: 'print' });
  assert.equal(await form.isVisible(), false);
  assert.equal(await run.locator('.portfolio-window').isVisible(), false);
  await run.locator('.portfolio-basis').getByText('Valuation date').waitFor();
  await run.getByRole('table', { name: 'By age' }).first().waitFor();
  await page.emulateMedia({ media: null });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  assert.equal(await run.locator('.portfolio-basis').getAttribute('open'), null);
  await form.getByRole('button', { name: 'Close' }).click();
  await run.getByRole('button', { name: 'Run again with the corrections' }).click();
  await run.getByRole('button', { name: /^Property type: / }).waitFor({ state: 'detached' });
  await run.locator('.portfolio-all').getByLabel('Only corrected').check();
  await run.locator('.portfolio-all').getByText(`${rows} rows`, { exact: true }).waitFor();
  // A run has an address of its own, and what was chosen is as it was after a reload.
  assert.match(page.url(), /&run=[\w-]+$/);
  await page.reload();
  await run.locator('.portfolio-all').getByText(`${rows} rows`, { exact: true }).waitFor();
  assert.ok(await run.locator('.portfolio-all').getByLabel('Only corrected').isChecked());
  // A value that cannot be read is marked while it is typed.
  await run.getByRole('button', { name: 'Correct line 3' }).click();
  const area = form.getByLabel('Build area');
  await area.fill('1.520');
  await page.getByText('This may mean two numbers.').waitFor();
  await assertAccessible(page, 'a correction with a fault');
  await area.fill('85,5 τ.μ.');
  await page.getByText('This may mean two numbers.').waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Close' }).click();
  // The other tab shows that the run was deleted.
  const otherTab = await page.context().newPage();
  await otherTab.goto(page.url());
  await otherTab.getByRole('region', { name: 'rule.csv', exact: true }).waitFor();
  await page.bringToFront();
  await deleteRun(page, `the corrections of ${rows} rows are lost.`);
  await run.waitFor({ state: 'detached' });
  assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BODY');
  await otherTab.getByText('“rule.csv” was deleted in another tab, or has expired.').waitFor();
  assert.doesNotMatch(otherTab.url(), /run=/);
  assert.deepEqual(complaints, []);
});
