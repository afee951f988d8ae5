import assert from 'node:assert/strict';
import test from 'node:test';
import { views } from '../../console/src/state/subject/address-bar.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { longTest } from '../sample.ts';
import { assertAccessible, assertFits, openSharedPage, phone, signIn, untilTrue } from './pages.ts';
import { home, hostile, inTown, password } from './small-console.ts';

test('without WebGL the console says so and works', async () => {
  const { page, complaints } = await openSharedPage(home);
  await page.getByText('This browser has no WebGL').waitFor();
  await page.getByRole('button', { name: 'A KAEK code' }).click();
  await page.getByRole('heading', { level: 1, name: '050681726003' }).waitFor();
  await page.getByRole('combobox').fill('Megalis Odou 5');
  await page.getByRole('option', { name: 'Megalis Odou 5' }).click();
  await page.getByRole('heading', { level: 1, name: 'Megalis Odou 5' }).waitFor();
  // The street is nearly certain, the position is not.
  await page.getByText('up to 600 m: anywhere in the circle on the map').waitFor();
  await page.getByText(/^\d+(\.\d)?% that it is the right street$/).waitFor();
  await page.getByText('not exact enough to say which parcel').waitFor();
  assert.equal(await page.locator('dd:empty').count(), 0, 'a fact without a value');
  await assertAccessible(page, 'location without a map');
  assert.deepEqual(complaints, []);
});

test('search, panels and report can be used with the keyboard alone', async () => {
  const { page } = await openSharedPage(home);
  const { keyboard } = page;
  await page.getByText('This browser has no WebGL').waitFor();
  const focused = (name: RegExp) =>
    untilTrue(
      page,
      `(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
        .match(${name})`,
    );
  await keyboard.press('Tab');
  await focused(/Skip to content/);
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('Megalis');
  await page.getByRole('option').first().waitFor();
  await keyboard.press('ArrowDown');
  assert.equal(await page.getByRole('option').first().getAttribute('aria-selected'), 'true');
  await keyboard.press('Escape');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('combobox').inputValue(), 'Megalis');
  await keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Megalis Odou' }).waitFor();

  await page.getByRole('tab', { name: 'Location' }).focus();
  await keyboard.press('ArrowRight');
  await page.getByText('Sign in to see what is around.').waitFor();
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  // The form is loaded when it is opened first.
  await page.getByLabel('Build area').waitFor();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('Tab');
  await keyboard.type('85,5');
  await keyboard.press('Tab');
  await keyboard.press('Control+A');
  await keyboard.type('99');
  await keyboard.press('Enter');
  await page.locator('.amount', { hasText: '€145,393' }).waitFor();

  await page.getByRole('button', { name: 'Report' }).focus();
  await keyboard.press('Enter');
  await page.getByText('Sign in to see the report.').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await assertAccessible(page, 'sign-in');
  // The name has the focus: a password that is typed blindly would be readable in it.
  await keyboard.type('maria');
  await keyboard.press('Tab');
  await keyboard.type(password);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Sources and dates' }).waitFor();
});

test('hostile names are shown as text', async () => {
  const { page, complaints } = await openSharedPage(`${inTown}&view=places`);
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: hostile }).first().waitFor();
  // The whole list is one stop of the Tab key; arrow keys move in it.
  const rows = page.locator('.place');
  await rows.first().focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await rows.nth(1).evaluate(row => row === document.activeElement), true);
  await page.keyboard.press('Tab');
  assert.equal(await page.locator('.developers summary:focus').count(), 1);
  await page.evaluate('window.print = () => { window.printed = (window.printed ?? 0) + 1; }');
  await page.keyboard.press('Control+p');
  await page.locator('.sheet').waitFor();
  await page.locator('body').evaluate(async () => {
    while (!('printed' in window)) await new Promise(requestAnimationFrame);
  });
  await page.getByRole('button', { name: 'Back to the map' }).click();
  await page.getByRole('tab', { name: 'Neighbourhood', selected: true }).waitFor();
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('heading', { name: 'Sources and dates' }).waitFor();
  await page.goto(`${home}#address=${encodeURIComponent(hostile)}`);
  await page.getByText(`No address was found for “${hostile}”.`).waitFor();
  assert.equal(await page.title(), `${hostile} · Location · Ktima`);
  assert.deepEqual(complaints, []);
});

test('when the service is down the console says so, and the retry button sends the request again', async () => {
  const { page } = await openSharedPage(home);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('combobox').fill('Megalis Odou');
  await page.getByRole('alert').getByText('The service does not answer.').waitFor();
  assert.equal(await page.getByText('No such address').count(), 0);
  await assertAccessible(page, 'no suggestions, as the service is gone');
  await page.context().setOffline(false);
  await page.keyboard.press('Space');
  await page.getByRole('option', { name: 'Megalis Odou' }).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await page.context().setOffline(true);
  await page.getByRole('combobox').fill('38, 23.001');
  await page.keyboard.press('Enter');
  await page.getByText('The service does not answer.').waitFor();
  await assertAccessible(page, 'service gone');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: '38.000000, 23.001000' }).waitFor();
});

/** What shows that a page without the map is complete. */
const shownBy: Readonly<Record<string, string>> = {
  report: '.plan >> nth=1',
  properties: '.property',
  portfolio: '.portfolio',
  zones: '.panel',
};

/** Code that returns the words of an element that lie on two lines. */
const splitWords = (selector: string) => `{
  const texts = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT);
  const split = [];
  while (texts.nextNode()) {
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = new Range();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) split.push(word);
    }
  }
  split;
}`;

// In Greek, whose words are longer; accessibility.long.ts looks at both languages.

longTest('every screen fits into 320 pixels and is accessible', async () => {
  const narrow = { ...phone, viewport: { width: 320, height: 640 } };
  const { page } = await openSharedPage(home, { ...narrow, locale: 'el-GR' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await assertFits(page, 'welcome');
  await signIn(page, 'maria', password, el);
  for (const view of views) {
    const other = encodeURIComponent('kaek=050681726003&area=90');
    await page.goto(`${inTown}&view=${view}&postcode=10&area=85.5&year=1980&with=${other}`);
    await page.locator(view in shownBy ? shownBy[view]! : '.developers').waitFor();
    await page.locator('.loading').waitFor({ state: 'detached' });
    await assertFits(page, view);
    await assertAccessible(page, view);
    if (view === 'report') assert.deepEqual(await page.evaluate(splitWords('.sheet-sources')), []);
    if (view === 'location') {
      const heading = page.locator('.subject h1');
      await heading.evaluate(one => one.replaceChildren('Παπαδιαμαντοπούλου 152, Ζωγράφου'));
      assert.deepEqual(await page.evaluate(splitWords('.subject')), []);
      await assertFits(page, 'a long heading');
    }
  }
});

test('no page causes an error in the log of the browser without a login', async () => {
  const { page } = await openSharedPage(home);
  const errors: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  for (const view of views) {
    await page.goto(`${inTown}&view=${view}&postcode=99&type=house&area=85`);
    await page
      .locator(view in shownBy && view !== 'report' ? shownBy[view]! : 'main')
      .first()
      .waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
  }
  assert.deepEqual(errors, []);
});

test('each panel shows its request, without any token', async () => {
  const { page } = await openSharedPage(`${inTown}&view=places`);
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'bank 111 m 2 min on foot', exact: true }).waitFor();
  await page.getByRole('button', { name: /^airport .* over 5 km on foot$/ }).waitFor();
  await page.locator('.developers summary').click();
  const shown = page.locator('.request pre');
  const curl = await shown.textContent();
  assert.match(curl!, /^curl -X POST/);
  assert.match(curl!, /'Authorization: Bearer <ACCESS_TOKEN>'/);
  assert.match(curl!, /points-of-interest\/\?walk=true/);
  assert.match(curl!, /-d '\{"latitude":38,"longitude":23\}'/);
  await page.getByRole('radio', { name: 'TypeScript' }).check();
  assert.match((await shown.textContent())!, /await ktima\.pointsOfInterest\(\{/);
  await assertAccessible(page, 'developers');
});
