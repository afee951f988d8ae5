import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { openTestService } from '../service.ts';
import { assertAccessible, openSharedPage } from './pages.ts';
import { home, inTown } from './small-console.ts';

test('a search without result is shown, with advice', async () => {
  const { page } = await openSharedPage(home);
  await page.getByRole('combobox').fill('Nowhere Street 9');
  await page.getByText('No such address was found.').first().waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('No address was found for “Nowhere Street 9”.').waitFor();
  await page.getByRole('combobox').fill('05 068 17 26 999');
  await page.keyboard.press('Enter');
  await page.getByText('No parcel with the KAEK 05 068 17 26 999').waitFor();
  await assertAccessible(page, 'not found');
  await page.goto(`${inTown}&view=cost&area=85`);
  await page
    .getByRole('group', { name: 'Type', description: /this postal code \(Apartment\).*House/ })
    .waitFor();
  await page.getByText('No cost was calculated. See: Type.').waitFor();
  await page.getByLabel('Build area').fill('none');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByText('Enter a number greater than 0').waitFor();
  await assertAccessible(page, 'faulty form');
});

test('a pair with the longitude first opens the point in Greece, and a point outside says so', async () => {
  const { page } = await openSharedPage(home);
  await page.getByRole('combobox').fill('23.7348, 37.9755');
  await page.getByRole('option', { name: 'Point in Greece, longitude first' }).waitFor();
  await page.getByRole('option', { name: 'Point outside Greece' }).waitFor();
  await page.keyboard.press('Enter');
  const swapped = page.getByRole('heading', { level: 1, name: '37.975500, 23.734800' });
  await swapped.waitFor();
  await page.goto(`${home}#at=23.7348,37.9755`);
  await page.getByText('This point is outside Greece.').waitFor();
  await assertAccessible(page, 'a point outside Greece');
  await page.getByRole('button', { name: 'Open 37.975500, 23.734800' }).click();
  await swapped.waitFor();
  await page.goto(`${home}#at=38.2,23`);
  await page.getByText('The nearest known address is 20.2 km away.').waitFor();
});

test('the list of suggestions stays open without gaps while the text grows', async () => {
  const { page } = await openSharedPage(home);
  const box = page.getByRole('combobox');
  await box.fill('Meg');
  await page.getByRole('option').first().waitFor();
  await page.evaluate(`
    window.gaps = 0;
    new MutationObserver(() => {
      const isEmpty = document.querySelectorAll('[role=option]').length === 0;
      if (isEmpty || document.querySelector('.search-popup').hidden) window.gaps += 1;
    }).observe(document.querySelector('.search'), { subtree: true, childList: true, attributes: true });
  `);
  // The first answer arrives after the last: it must not replace it.
  const held: (() => void)[] = [];
  await page.route(/suggest.*text=Megali$|suggest.*text=Megali&/, async route => {
    await new Promise<void>(resolve => held.push(resolve));
    await route.continue().catch(() => {});
  });
  await box.pressSequentially('alis Odou 5', { delay: 40 });
  await page.getByRole('option', { name: 'Megalis Odou 5' }).waitFor();
  for (const release of held) release();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate('window.gaps'), 0);
  assert.equal(await page.getByRole('option', { selected: true }).count(), 1);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Megalis Odou 5' }).waitFor();
});

test('an alias is shown with the official name, and part of a KAEK is known as such', async () => {
  const { page } = await openSharedPage(home, { locale: 'el-GR' });
  const box = page.getByRole('combobox');
  await box.fill('Πανεπιστημίου');
  await page.getByRole('option', { name: /Πανεπιστημίου επίσημα: Ελευθερίου Βενιζέλου/ }).waitFor();
  await assertAccessible(page, 'suggestions');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('ArrowDown');
  const outlines = page
    .getByRole('option')
    .evaluateAll(rows => rows.map(row => [row.ariaSelected, getComputedStyle(row).outlineStyle]));
  for (const [isSelected, outline] of await outlines) {
    assert.equal(outline, isSelected === 'true' ? 'solid' : 'none', 'in high contrast');
  }
  await page.emulateMedia({ forcedColors: null });
  await box.fill('05 068 17');
  const parcel = page.getByRole('option', { name: '050681726003' });
  await parcel.waitFor();
  await page.getByText('Ο ΚΑΕΚ έχει 12 χαρακτήρες· μέχρι τώρα 7. Συνεχίστε ή διαλέξτε').waitFor();
  await box.fill('05 068 99');
  await page.getByText('Κανένα γεωτεμάχιο στα δεδομένα δεν αρχίζει έτσι.').waitFor();
  assert.equal(await page.getByText('από τη λίστα').count(), 0, 'there is no list');
  await page.keyboard.press('Enter');
  await page.getByText('μέχρι τώρα 7.').waitFor();
  assert.equal(new URL(page.url()).hash, '');
  await box.fill('05 068 17');
  await parcel.waitFor();
  await page.keyboard.press('Enter');
  // The heading is drawn anew when the parcel's position is known.
  await page.getByRole('button', { name: 'Αντιγραφή WGS84' }).waitFor();
  await page.getByRole('heading', { level: 1, name: '050681726003' }).selectText();
  assert.equal(await page.evaluate('getSelection().toString()'), '050681726003');
  assert.equal(await page.title(), '050681726003 · Θέση · Ktima');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [name, text] of [
    ['Αντιγραφή ΚΑΕΚ', '050681726003'],
    ['Αντιγραφή WGS84', '37.900100, 23.700150'],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: name.replace('Αντιγραφή', 'Αντιγράφηκε') }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), text);
  }
});

test('a pasted link opens its point and is never fetched; a click selects the old text', async () => {
  const { page } = await openSharedPage(home);
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  const box = page.getByRole('combobox');
  await box.fill('https://www.google.com/maps/place/X/@38.1,23,17z/data=!3d38!4d23');
  await page.getByRole('option', { name: '38.000000, 23.000000' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '38.000000, 23.000000' }).waitFor();
  await box.fill('https://maps.app.goo.gl/AbCd');
  await page.getByText('This link contains no place.').waitFor();
  await page.keyboard.press('Enter');
  assert.match(page.url(), /at=38,23|at=38%2C23/);
  assert.deepEqual(
    asked.filter(url => /google|goo\.gl/.test(url)),
    [],
  );
  // The text that was not sent goes with the next property, even where the box has the focus.
  await page.evaluate(`location.hash = '#at=38.001,23'`);
  await page.getByRole('heading', { level: 1, name: '38.001000, 23.000000' }).waitFor();
  assert.equal(await box.inputValue(), '38.001000, 23.000000');
  const selected =
    '[...document.querySelectorAll("input")].map(i => i.selectionEnd - i.selectionStart)[0]';
  await page.getByRole('tab', { name: 'Location' }).click();
  await box.click();
  assert.equal(await page.evaluate(selected), 20);
  await box.click();
  assert.equal(await page.evaluate(selected), 0, 'the second click places the cursor');
});

test('what is not loaded is named, with the command that loads it', async () => {
  const addon = { kind: 'addon', name: 'full', item: 'vat', value: 24, propertyType: '' } as const;
  const empty = await openTestService({
    // Cost data, but no rates.
    rates: [{ ...addon, validFrom: '2020-01-01', source: 'test' }],
    parcels: [],
    places: [],
    console: { files: readStaticFiles('console/dist'), authUrl: () => undefined, map: {} },
  });
  after(() => Promise.all([empty.api.close(), empty.auth.close()]));
  await empty.api.listen({ host: '127.0.0.1', port: 0 });
  const { page } = await openSharedPage(`http://127.0.0.1:${portOf(empty.api)}/#kaek=050097532007`);
  await page.getByText('No parcels are loaded in this installation.').waitFor();
  await page.getByText('ktima import parcels FILE').waitFor();
  assert.equal(await page.getByText('Check the 12 characters').count(), 0);
  await assertAccessible(page, 'nothing loaded');
  await page.goto(
    `http://127.0.0.1:${portOf(empty.api)}/#address=Megalis+Odou+5&view=cost&area=85&date=2025-06-30`,
  );
  await page.getByText('No rates of building costs are loaded in this installation.').waitFor();
  await page.getByText('ktima import costs rates.csv').waitFor();
  assert.equal(await page.locator('.field-fault').count(), 0, 'the day is not to blame');
});
