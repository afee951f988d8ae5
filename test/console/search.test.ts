import assert from 'node:assert/strict';
import test from 'node:test';
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
  await page.getByText('The data have no cost for this postal code and type.').waitFor();
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
  await page.getByText('Ο ΚΑΕΚ έχει 12 χαρακτήρες· μέχρι τώρα 7.').waitFor();
  await box.fill('05 068 99');
  await page.getByText('Κανένα γεωτεμάχιο στα δεδομένα δεν αρχίζει έτσι.').waitFor();
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
  assert.equal(await page.title(), '050681726003 · Θέση · Κτήμα');
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
