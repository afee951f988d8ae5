import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { TOTP } from 'otpauth';
import { el } from '../../console/src/language/el.ts';
import { en } from '../../console/src/language/en.ts';
import { formatter } from '../../console/src/language/format.ts';
import { views } from '../../console/src/subject/address-bar.ts';
import { buildGeocoder } from '../../src/geocoder/build.ts';
import { portOf } from '../../src/http/lifecycle.ts';
import { readStaticFiles } from '../../src/http/static-files.ts';
import { startChromium } from '../chromium.ts';
import { street, town } from '../geocoder/small-town.ts';
import { secretIn } from '../secrets.ts';
import { openTestService, places } from '../service.ts';
import {
  assertAccessible,
  assertFits,
  closePagesAfterEach,
  fillSignIn,
  openPage,
  phone,
  signIn,
} from './pages.ts';
import { readPdf } from './pdf.ts';

const hostile =
  '<img src=x onerror="document.title=\'taken\'"><script>document.title="taken"</script>';
const password = 'a long enough password';

const service = await openTestService({
  geocoder: buildGeocoder(
    town(
      street('Μεγάλης Οδού', { ranges: [{ from: 1, to: 20, side: 'both' }] }),
      street('Ελευθερίου Βενιζέλου', { otherNames: ['Πανεπιστημίου'] }),
    ),
  ),
  places: [
    ...places,
    { ...places[2]!, external_id: 'hostile', name_en: hostile, name_gr: hostile },
  ],
  console: {
    files: readStaticFiles('console/dist'),
    authUrl: () => new URL(`http://127.0.0.1:${portOf(service.auth)}`),
    map: {},
  },
  isConsoleOrigin: origin =>
    ['127.0.0.1', 'localhost'].some(name => origin === `http://${name}:${portOf(service.api)}`),
});
await service.users.add('maria', password);
await service.users.add('nikos', password);
const { secret } = await service.users.enrol('nikos');
const servers = [service.api, service.auth];
for (const server of servers) await server.listen({ host: '127.0.0.1', port: 0 });
// Without WebGL: all that is not the map must work, and does so here.
const browser = await startChromium();
closePagesAfterEach(browser);
after(async () => {
  await browser.close();
  await Promise.all(servers.map(server => server.close()));
});
const home = `http://127.0.0.1:${portOf(service.api)}/`;
const inTown = `${home}#at=38,23`;

test('without WebGL the console says so and works', async () => {
  const { page, complaints } = await openPage(browser, home);
  await page.getByText('This browser has no WebGL').waitFor();
  await page.getByRole('button', { name: 'A KAEK code' }).click();
  await page.getByRole('heading', { level: 1, name: '050681726003' }).waitFor();
  await page.getByRole('combobox').fill('Megalis Odou 5');
  await page.getByRole('option', { name: 'Megalis Odou 5' }).click();
  await page.getByRole('heading', { level: 1, name: 'Megalis Odou 5' }).waitFor();
  await page.getByText('up to 600 m').first().waitFor();
  await page.getByText('not exact enough to say which parcel').waitFor();
  await assertAccessible(page, 'location without a map');
  assert.deepEqual(complaints, []);
});

test('the corners of a parcel are shown in both systems and saved as DXF, in 360 pixels too', async () => {
  const { page, complaints } = await openPage(browser, `${home}#kaek=050681726003`, phone);
  await page.getByText('Perimeter').waitFor();
  await page.getByText('Corners of the parcel').click();
  await page.getByRole('columnheader', { name: 'Easting (m)' }).waitFor();
  await assertFits(page, 'corners in the Greek Grid');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'DXF (Greek Grid)' }).click();
  assert.equal((await download).suggestedFilename(), '050681726003.dxf');
  await page.getByRole('radio', { name: 'WGS84' }).check();
  await page.getByRole('columnheader', { name: 'Latitude' }).waitFor();
  await assertFits(page, 'corners in degrees');
  await assertAccessible(page, 'corners');
  assert.deepEqual(complaints, []);
});

test('search, panels and report can be used with the keyboard alone', async () => {
  const { page } = await openPage(browser, home);
  const { keyboard } = page;
  await page.getByText('This browser has no WebGL').waitFor();
  const focused = (name: RegExp) =>
    page.waitForFunction(
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
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await keyboard.press('Tab');
  await keyboard.type('85,5');
  await keyboard.press('Tab');
  await keyboard.press('Control+A');
  await keyboard.type('10');
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

test('a second factor is asked for only when the account has one', async () => {
  const { page } = await openPage(browser, inTown);
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

test('hostile names are shown as text', async () => {
  const { page, complaints } = await openPage(browser, `${inTown}&view=places`);
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

test('a saved PDF of the report is to scale, has page numbers and holds its text, once', async () => {
  const report = 'kaek=050681726003%2F0%2F1&area=85&year=1990&postcode=10&view=report';
  for (const [locale, expected] of Object.entries({
    'el-GR': [
      'Αναφορά ακινήτου · ΚΑΕΚ 050681726003 · Φ-17/2026',
      'Συντάκτης',
      'Όροι χρήσης',
      'ΕΓΣΑ87',
    ],
    'en-GB': ['Property report · KAEK 050681726003 · Φ-17/2026', 'Prepared by', 'Disclaimer'],
  })) {
    const words = locale === 'el-GR' ? el : en;
    const { page, complaints } = await openPage(browser, `${home}#${report}`, { locale });
    await signIn(page, 'maria', password, words);
    const details = page.locator('.report-details input');
    await details.nth(0).fill('Μαρία Παπά');
    await details.nth(1).fill('Φ-17/2026');
    await page.locator('.plan').nth(1).waitFor();
    const { text, pages, words: placed } = readPdf(await page.pdf({ preferCSSPageSize: true }));
    for (const piece of [...expected, 'Μαρία Παπά', '050681726003/0/1']) {
      assert.ok(text.includes(piece), `${piece} is not in ${text}`);
    }
    assert.equal(pages, 2);
    assert.match(text, /1 ?\/ ?2\n[\s\S]*2 ?\/ ?2\n/);
    assert.doesNotMatch(text, new RegExp(`${words.report.print}|${words.report.withCost}`));
    // The labels of the scale bar: 20 m at 1:500 are 40 mm.
    const ratio = placed.find(({ word }) => word === '1:500')!;
    const bar = placed.filter(({ x, y }) => x < ratio.x && Math.abs(y - ratio.y) < 12);
    const zero = bar.find(({ word }) => word === '0')!;
    const unit = bar.find(({ word }) => word === 'm')!;
    const twenty = bar.find(({ word }) => word === '20')!;
    const millimetres = (((twenty.x + unit.right) / 2 - (zero.x + zero.right) / 2) * 25.4) / 72;
    assert.ok(Math.abs(millimetres - 40) < 0.2, `${millimetres} mm`);
    const side = formatter(locale === 'el-GR' ? 'el' : 'en').length(22.2);
    assert.equal(
      placed.filter(({ word }) => word === side).length,
      2,
      'on the plan and in the table',
    );
    assert.deepEqual(complaints, []);
  }
});

test('properties are saved with a note, seen in another tab, exported, imported and compared', async () => {
  const { page, complaints } = await openPage(browser, inTown, { acceptDownloads: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Note').fill('Corner house');
  await page.goto(`${home}#kaek=050681726003&area=85`);
  await page.getByRole('heading', { level: 1, name: '05' }).waitFor();
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${home}#view=properties`);
  await otherTab.getByText('050681726003').waitFor();

  await page.getByRole('button', { name: 'Properties' }).click();
  await page.getByRole('heading', { level: 1, name: 'Properties' }).waitFor();
  assert.equal(await page.getByLabel('Note').inputValue(), 'Corner house');
  await page.getByLabel('Note').fill('Corner house, sold');
  await otherTab.waitForFunction(
    `document.querySelector('textarea')?.value === 'Corner house, sold'`,
  );
  await assertAccessible(page, 'properties');
  await assertFits(page, 'properties');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to a file' }).click();
  const path = await (await downloading).path();
  page.once('dialog', dialog => dialog.accept());
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await page.getByText('No properties are saved.').waitFor();
  await page.getByRole('button', { name: 'Clear recent' }).click();
  await page.getByText('There are no recent properties.').waitFor();
  const file = page.getByLabel('Import from a file');
  await file.setInputFiles({
    name: 'hostile.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":"ktima-properties","version":1,"properties":[{"__proto__":1}]}'),
  });
  await page.getByText('properties[0].subject: expected an object').waitFor();
  await file.setInputFiles(path);
  await page.getByText('2 new properties were imported.').waitFor();
  assert.equal(await page.getByLabel('Note').first().inputValue(), '');
  assert.equal(await page.getByLabel('Note').nth(1).inputValue(), 'Corner house, sold');

  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('button', { name: 'Compare the two' }).click();
  await page.getByText('Sign in to compare.').waitFor();
  await signIn(page, 'maria', password);
  await page.getByRole('rowheader', { name: 'KAEK' }).waitFor();
  await page.getByRole('row', { name: 'Bank' }).getByText('111 m (2)').waitFor();
  await page.getByText('differs').first().waitFor();
  await assertAccessible(page, 'comparison');
  await page.setViewportSize({ width: 360, height: 740 });
  await assertFits(page, 'comparison');
  await page.getByRole('button', { name: 'To the properties' }).click();
  await page.getByRole('button', { name: 'Open' }).first().click();
  await page.getByRole('tab', { name: 'Location' }).waitFor();
  assert.deepEqual(complaints, []);
});

test('who stays signed in is so after a reload and in a second tab, until one signs out', async () => {
  const { page, complaints } = await openPage(browser, `${inTown}&view=places`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Stay signed in').check();
  await page.getByText('In all tabs of this browser').waitFor();
  await assertAccessible(page, 'staying signed in');
  await fillSignIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual(others, []);
  const { name, path, httpOnly, secure, sameSite } = cookie!;
  assert.deepEqual(
    { name, path, httpOnly, secure, sameSite },
    {
      name: '__Secure-ktima-session',
      path: '/auth/session',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    },
  );
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

  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Stay signed in').check();
  await fillSignIn(page, 'maria', password);
  await second.getByRole('heading', { name: 'Bank' }).waitFor();
  await service.users.setPassword('maria', `${password} too`);
  await service.users.setPassword('maria', password);
  await page.reload();
  await page.getByRole('alert').getByText('Your session has ended.').waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(complaints, []);
});

test('who does not choose to stay signed in is signed out by a reload, and by a sign-out elsewhere', async () => {
  const { page } = await openPage(browser, `${inTown}&view=places`);
  await signIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  await page.reload();
  await page.getByText('Sign in to see what is around.').waitFor();
  await signIn(page, 'maria', password);
  const second = await page.context().newPage();
  await second.goto(`${inTown}&view=places`);
  await signIn(second, 'maria', password);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await second.getByText('Sign in to see what is around.').waitFor();
});

test('on another site than the sign-in service, staying signed in is not offered, with the reason', async () => {
  const { page } = await openPage(
    browser,
    `${inTown.replace('127.0.0.1', 'localhost')}&view=places`,
  );
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByText('The sign-in service is on another domain').waitFor();
  assert.equal(await page.getByLabel('Stay signed in').count(), 0);
  await fillSignIn(page, 'maria', password);
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
});

test('the end of a session is shown, and a new sign-in continues', async () => {
  const { page } = await openPage(browser, inTown);
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

test('when the service is down the console says so, and the retry button sends the request again', async () => {
  const { page } = await openPage(browser, home);
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

test('a search without result is shown, with advice', async () => {
  const { page } = await openPage(browser, home);
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
  const { page } = await openPage(browser, home);
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
  const { page } = await openPage(browser, home);
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
  const { page } = await openPage(browser, home, { locale: 'el-GR' });
  const box = page.getByRole('combobox');
  await box.fill('Πανεπιστημίου');
  await page.getByRole('option', { name: /Πανεπιστημίου επίσημα: Ελευθερίου Βενιζέλου/ }).waitFor();
  await assertAccessible(page, 'suggestions');
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

test("the console uses the browser's language, and stores a choice", async () => {
  const { page } = await openPage(browser, home, { locale: 'el-GR' });
  await page.getByRole('heading', { name: 'Τι θέλετε να μάθετε για ένα ακίνητο;' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'el');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'What would you like to know' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'What would you like to know' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
  const other = await openPage(browser, home, { locale: 'de-DE' });
  await other.page.getByRole('heading', { name: 'What would you like to know' }).waitFor();
});

/** What shows that a page without the map is complete. */
const shownBy: Readonly<Record<string, string>> = {
  report: '.plan',
  properties: '.property',
  compare: '.comparison',
};

test('every screen fits into 360 pixels, in both languages', async () => {
  for (const locale of ['el-GR', 'en-GB']) {
    const { page } = await openPage(browser, home, { ...phone, locale });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await assertFits(page, 'welcome');
    await signIn(page, 'maria', password, locale === 'el-GR' ? el : en);
    for (const view of views) {
      const other = encodeURIComponent('kaek=050681726003&area=90');
      await page.goto(`${inTown}&view=${view}&postcode=10&area=85.5&year=1980&with=${other}`);
      await page.locator(view in shownBy ? shownBy[view]! : '.developers').waitFor();
      await page.locator('.loading').waitFor({ state: 'detached' });
      await assertFits(page, `${view}, ${locale}`);
      if (locale === 'el-GR') await assertAccessible(page, `${view} on a phone`);
    }
  }
});

test('each panel shows its request, without any token', async () => {
  const { page } = await openPage(browser, `${inTown}&view=places`);
  await signIn(page, 'maria', password);
  await page.locator('.developers summary').click();
  const shown = page.locator('.request pre');
  const curl = await shown.textContent();
  assert.match(curl!, /^curl -X POST/);
  assert.match(curl!, /'Authorization: Bearer <ACCESS_TOKEN>'/);
  assert.match(curl!, /-d '\{"latitude":38,"longitude":23\}'/);
  await page.getByRole('radio', { name: 'TypeScript' }).check();
  assert.match((await shown.textContent())!, /await ktima\.pointsOfInterest\(\{/);
  await assertAccessible(page, 'developers');
});
