import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { addReportKey, openReportKeys } from '#features/signing/report-key-ring.ts';
import { verifyReport } from '#features/signing/signed-report.ts';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { openTestService, rates } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { assertAccessible, fillSignIn, openSharedPage, serveToBrowser } from './pages.ts';

const password = 'a long enough password';
const keyFile = `${temporaryFolder().path}/report-keys.json`;
await addReportKey(keyFile, undefined, new Date());
const service = await openTestService({
  requireToken: 'all',
  reportKeys: openReportKeys(keyFile, undefined),
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

test('a signed report is checked without a login, from its link or its file', async () => {
  const response = await service.api.inject({
    url: '/api/property-report/?latitude=38&longitude=23&signature=true',
    headers: { authorization: `Bearer ${service.token}` },
  });
  const report = response.json();
  const { page, complaints } = await openSharedPage(
    `${home}#view=verify&summary=${report.signature.summary}`,
  );
  await page.getByText('The signature is valid').waitFor();
  await page.getByText(report.signature.code).waitFor();
  await assertAccessible(page, 'a valid signature');
  const choose = (content: object) =>
    page.getByLabel('Choose a file').setInputFiles({
      name: 'report.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content, null, 2)),
    });
  await choose({ ...report, year: 1999 });
  await page.getByText('The content was changed after it was signed').waitFor();
  await choose(report);
  await page.getByText('The signature is valid').waitFor();
  await page.getByLabel('Text of the QR code').fill('nonsense');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('The signature is cut or damaged.').waitFor();
  assert.deepEqual(complaints, []);
});

test('the check of a report follows the address: no verdict stays beside another link', async () => {
  const response = await service.api.inject({
    url: '/api/property-report/?address=Μεγάλης Οδού 5&signature=true',
    headers: { authorization: `Bearer ${service.token}` },
  });
  const report = response.json();
  const [head, payload, end] = report.signature.summary.split('.');
  const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const content = Buffer.from(JSON.stringify({ ...facts, as_new: 9_000_000 }));
  const forged = `${head}.${content.toString('base64url')}.${end}`;
  const link = (summary: string) => `${home}#view=verify&summary=${summary}`;
  const { page, complaints } = await openSharedPage(link(report.signature.summary));
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 });
  const shown = async (name: string) => {
    await heading(name).waitFor();
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), [name]);
  };
  const ofSummary = 'The signature is valid, for the summary only';
  const no = 'The signature is not valid';
  await shown(ofSummary);
  await page.getByText('«Μεγάλης Οδού 5»').waitFor();
  await page.getByText(report.location.formatted_address, { exact: true }).waitFor();
  await page.goto(link(forged));
  await shown(no);
  await page.goBack();
  await shown(ofSummary);
  await page.goForward();
  await shown(no);
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'report.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(report)),
  });
  await shown('The signature is valid');
  assert.equal(page.url(), `${home}#view=verify`);
  await page.goBack();
  await shown(no);
  await page.goForward();
  await heading(no).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('heading', { level: 2 }).count(), 0);
  const text = page.getByLabel('Text of the QR code');
  await text.fill(report.signature.code);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await shown('Only the code');
  await assertAccessible(page, 'only the code');
  await text.fill('another text');
  await heading('Only the code').waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
});

test('a printed report carries the code and the QR code of its signature', async () => {
  const building = 'type=house&area=85.3&year=1990';
  const { page, complaints } = await openSharedPage(`${home}#at=38,23&${building}&view=report`);
  await fillSignIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Verification' }).waitFor();
  const code = await page.locator('.sheet-proof strong').textContent();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Signed file' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), `ktima-report-${code}.json`);
  const { published } = await openReportKeys(keyFile, undefined)();
  const report = JSON.parse(await text(await saved.createReadStream()));
  assert.equal((await verifyReport(report, published)).state, 'valid');
  assert.ok((await page.locator('.qr path').getAttribute('d'))!.length > 5_000);

  // In Greek, whose words are longer, the buttons stay on one line, and one of them is the main one.
  await page.getByRole('button', { name: 'Ελληνικά' }).click();
  const buttons = page.locator('.report-bar .button');
  await buttons.getByText('Εκτύπωση ή PDF').waitFor();
  const tops = await buttons.evaluateAll(all =>
    all.map(one => Math.round(one.getBoundingClientRect().top)),
  );
  assert.equal(tops.length, 4);
  assert.equal(new Set(tops).size, 1, String(tops));
  assert.equal(await page.locator('.report-bar .button-main').count(), 1);

  // The check writes position and amounts as the report does.
  const printed = await page.locator('.sheet').innerText();
  const amounts = await page.locator('.sheet .amount').allInnerTexts();
  assert.equal(amounts.length, 2);
  await page.goto(`${home}#view=verify&summary=${report.signature.summary}`);
  const facts = page.locator('.verify-facts');
  await facts.waitFor();
  const checked = await facts.innerText();
  for (const amount of amounts) assert.ok(checked.includes(amount), `${amount} in ${checked}`);
  assert.ok(printed.includes('38.000000, 23.000000') && checked.includes('38.000000, 23.000000'));
  assert.deepEqual(complaints, []);
});
