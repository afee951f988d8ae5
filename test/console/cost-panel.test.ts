import assert from 'node:assert/strict';
import test from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { street, town } from '../geocoder/small-town.ts';
import { factor } from '../property/cost/version.ts';
import { longTest } from '../sample.ts';
import { openTestService, rates } from '../service.ts';
import {
  assertAccessible,
  assertFits,
  openSharedPage,
  phone,
  serveToBrowser,
  signIn,
  untilTrue,
} from './pages.ts';

/** Κοραή is in two towns. */
const farTown = { municipality: 'Άλλης Χώρας', postalCode: '54630' };
const streets = town(
  street('Ερμού', { postalCode: '10563' }),
  street('Τσιμισκή', { postalCode: '54621' }),
  street('Κοραή', { postalCode: '10563' }),
  street('Κοραή', farTown),
);
const [south, north] = streets.postalCodes;
const [near] = streets.municipalities;
const password = 'a long enough password';
const service = await openTestService({
  geocoder: buildGeocoder({
    ...streets,
    municipalities: [
      near!,
      {
        ...{ ...near!, id: farTown.municipality, otherNames: [] },
        ...{ nominative: 'Άλλη Χώρα', english: 'Other Place' },
      },
    ],
    postalCodes: [
      { ...south!, ...farTown, latitude: 40.64, longitude: 22.94 },
      { ...south!, postalCode: '10563' },
      { ...north!, postalCode: '54621' },
    ],
  }),
  rates: [
    { ...rates[0]!, rateEurM2: 1500 },
    { ...rates[0]!, rateEurM2: 1420, postalPrefix: '54' },
    { ...rates[0]!, rateEurM2: 1600, postalPrefix: '105', includes: ['works'], note: 'turnkey' },
    { ...rates[0]!, rateEurM2: 1000, propertyType: 'office' },
    { ...rates[0]!, rateEurM2: 500, propertyType: 'basement' },
    factor('addon', 'full', 'fees', 12.5),
    factor('quality', 'finish', 'luxury', 1.2),
    factor('age_band', 'bands', '0', 0.5, { propertyType: 'apartment' }),
    factor('condition', 'heidecke', 'good', 2.5),
    factor('insurance', 'rebate', 'least_eur_m2', 1000),
  ],
  console: {
    files: readStaticFiles('console/dist'),
    authUrl: hostname => new URL(`http://${hostname}:${portOf(service.auth)}`),
    map: {},
  },
  isConsoleOrigin: origin => origin === `http://127.0.0.1:${portOf(service.api)}`,
});
await service.users.add('maria', password);
await serveToBrowser(service.api, service.auth);
const home = `http://127.0.0.1:${portOf(service.api)}/`;
const greek = { locale: 'el-GR' };

const open = async (hash: string, options: BrowserContextOptions = {}) =>
  (await openSharedPage(home + hash, options)).page;
const amounts = (page: Page) => page.locator('.amount').count();
async function calculate(page: Page, area: string): Promise<void> {
  await page.getByLabel(/Build area|Εμβαδόν/).fill(area);
  await page.getByRole('button', { name: /Calculate|Υπολογισμός/ }).click();
}

test('the values of a building belong to its property, and the report shows the same amount', async () => {
  const page = await open('#address=Ermou&view=cost');
  await calculate(page, '100');
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();

  await page.getByRole('combobox').first().fill('Tsimiski');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Tsimiski' }).waitFor();
  assert.equal(await page.getByLabel('Postal code').inputValue(), '54621');
  assert.equal(await page.getByLabel('Build area').inputValue(), '');
  assert.equal(await amounts(page), 0);
  await calculate(page, '100');
  await page.locator('.amount', { hasText: '€142,000' }).waitFor();

  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet .amount', { hasText: '€142,000' }).waitFor();
  await page.getByRole('button', { name: 'Back to the map' }).click();

  await page.getByRole('tab', { name: 'Cost' }).click();
  await page.getByLabel('Postal code').fill('105 63');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();
  await page.getByText('The search found 54621.').waitFor();
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet .amount', { hasText: '€150,000' }).waitFor();
  await page.getByRole('button', { name: 'Back to the map' }).click();

  await page.getByLabel('Postal code').fill('10');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByText('The postal code 10 does not fit this location').waitFor();
  assert.equal(await amounts(page), 0);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet').getByText('does not fit the location').waitFor();
  assert.equal(await amounts(page), 0);
});

longTest('a postal code chooses the town in every tab and in the report', async () => {
  const page = await open('#address=Korai&postcode=10563&view=cost');
  const found = (code: string) =>
    page.getByRole('heading', { level: 1, name: new RegExp(code) }).waitFor();
  for (const [code, amount] of [
    ['105 63', '€150,000'],
    ['546 30', '€142,000'],
  ] as const) {
    await page.getByLabel('Postal code').fill(code);
    await calculate(page, '100');
    await page.locator('.amount', { hasText: amount }).waitFor();
    await found(code);
  }
  await calculate(page, 'x');
  await page.getByRole('textbox', { name: 'Build area', description: /./ }).waitFor();
  await found('546 30');
  await calculate(page, '50');
  await page.locator('.amount', { hasText: '€71,000' }).waitFor();
  await found('546 30');
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet .amount', { hasText: '€71,000' }).waitFor();
  await page.locator('.sheet', { hasText: '546 30' }).waitFor();
});

longTest('an address that is a guess is asked for, and priced once it is chosen', async () => {
  const guess = '#address=Anyparkti,+Small+Town&area=100';
  const page = await open(`${guess}&view=cost`);
  const question = page.getByRole('heading', { level: 1, name: 'Which address do you mean?' });
  await question.waitFor();
  await page.getByText('Only this one was found, with little confidence.').waitFor();
  assert.equal(await amounts(page), 0);
  assert.equal(await page.getByRole('tab').count(), 0, 'no property is open');
  await assertAccessible(page, 'a guess');
  await signIn(page, 'maria', password);
  await page.evaluate(`location.hash = ${JSON.stringify(`${guess}&view=report`)}`);
  await question.waitFor();
  assert.equal(await page.locator('.sheet').count(), 0);
  await page.evaluate(`location.hash = ${JSON.stringify(`${guess}&view=cost`)}`);
  await page.getByRole('button', { name: /Poli|Town/ }).click();
  await page.getByLabel('Postal code').fill('10563');
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();
});

longTest('an address of several towns is asked for; panel and report name the others', async () => {
  const page = await open('#address=Korai&view=cost&area=100');
  await page.getByRole('heading', { level: 1, name: 'Which address do you mean?' }).waitFor();
  await page.getByText('2 addresses fit about equally well.').waitFor();
  await assertAccessible(page, 'which one');
  await page.getByRole('button', { name: /546 30/ }).click();
  await page.getByRole('heading', { level: 1, name: /546 30/ }).waitFor();
  await page.locator('.amount', { hasText: '€142,000' }).waitFor();
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Report' }).click();
  const facts = page.locator('.sheet-location');
  await facts.getByText('Confidence').waitFor();
  await facts.getByText('Also possible').waitFor();
  await facts.getByText(/105\s63/).waitFor();
  await page.getByRole('button', { name: 'Back to the map' }).click();
  await page.getByRole('tab', { name: 'Location' }).click();
  await page.getByRole('heading', { name: 'Also possible' }).waitFor();
  await page.getByRole('button', { name: /105 63/ }).click();
  await page.getByRole('heading', { level: 1, name: /105 63/ }).waitFor();
  await page.getByRole('button', { name: /546 30/ }).waitFor();
});

test('back and forward restore the form and its amounts', async () => {
  const page = await open('#address=Ermou&view=cost');
  await calculate(page, '100');
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();
  await calculate(page, '80');
  await page.locator('.amount', { hasText: '€120,000' }).waitFor();
  await page.goBack();
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();
  assert.equal(await page.getByLabel('Build area').inputValue(), '100');
});

longTest('back and forward lead through the properties that were searched', async () => {
  const page = await open('');
  const search = async (text: string, name: string) => {
    await page.getByRole('combobox').fill(text);
    await page.keyboard.press('Enter');
    await shown(name);
  };
  const shown = async (name: string) => {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await untilTrue(page, `document.title.includes('${name}')`);
    await untilTrue(page, `document.querySelector('[role=combobox]').value.includes('${name}')`);
  };
  await search('Ermou', 'Ermou');
  await search('Tsimiski', 'Tsimiski');
  await page.goBack();
  await shown('Ermou');
  await page.goForward();
  await shown('Tsimiski');
  await page.goBack();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Ermou' }).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('combobox').inputValue(), '');
  await page.goForward();
  await shown('Ermou');
  assert.equal(await page.getByText('To print the report').isVisible(), false);
  await page.emulateMedia({ media: 'print' });
  await page.getByText('To print the report, choose “Report”').waitFor();
});

longTest('a property outside Greece has no cost, even with a building in its link', async () => {
  const page = await open('#at=51.5,-0.12&postcode=10563&area=100&view=cost');
  await page.getByText('No address in Greece is known here, so no cost is calculated.').waitFor();
  assert.equal(await amounts(page), 0);
  await assertAccessible(page, 'cost outside Greece');
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet').getByText('Costs are calculated in Greece only.').waitFor();
  assert.equal(await amounts(page), 0);
});

// Which numbers are ambiguous is a rule of cost.test.ts.
test('an ambiguous number of a link or of the form causes a question', async () => {
  const page = await open('#address=Ermou&view=cost&area=1.520', phone);
  await page.getByText('“1.520”: do you mean 1.52 m² or 1520 m²?').waitFor();
  assert.equal(await page.getByLabel('Build area').inputValue(), '1.520');
  assert.equal(await amounts(page), 0);
  await assertFits(page, 'question');
  await assertAccessible(page, 'question');
  await page.getByRole('button', { name: '1520 m²' }).click();
  await page.locator('.amount', { hasText: '€2,280,000' }).waitFor();
  assert.match(page.url(), /area=1520\b/);

  await page.getByRole('button', { name: 'Ελληνικά' }).click();
  await page.locator('.amount', { hasText: '2.280.000' }).waitFor();
  await calculate(page, '120.500');
  await page.getByText('«120.500»: εννοείτε 120500 m² ή 120,5 m²;').waitFor();
  assert.equal(await amounts(page), 0);
  await page.getByRole('button', { name: '120,5 m²' }).click();
  await page.locator('.amount', { hasText: '180.750' }).waitFor();
  assert.equal(await page.getByLabel('Εμβαδόν').inputValue(), '120,5');
});

test('after an invalid entry neither the panel nor the report shows an old amount', async () => {
  const page = await open('#address=Ermou&view=cost');
  await calculate(page, '100');
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();
  await page.getByLabel('Year of construction').fill('98');
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByText('“98”: do you mean 1998?').waitFor();
  assert.equal(await amounts(page), 0);
  assert.equal(await page.getByLabel('Build area').inputValue(), '100', 'the entry stays');
  await page.getByLabel('Year of construction').fill('980');
  await page.getByText('do you mean').waitFor({ state: 'detached' });
  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByText('To include the cost').waitFor();
  assert.equal(await amounts(page), 0);
});

test('the amounts follow what is typed, and the report has what the form shows', async () => {
  const page = await open('#address=Ermou&view=cost&area=85&year=1990&insured=100000');
  const amount = page.locator('.amount').first();
  await page.locator('.amount', { hasText: '€127,500' }).waitFor();
  const insurance = page.locator('.insurance');
  await insurance.locator('.verdict').waitFor();
  assert.equal(await insurance.getByText('for the earlier values').count(), 0);
  // The new answer waits: the old amount is marked from the first key.
  let release: () => void = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route(/reconstruction-cost.*build_area=850/, async route => {
    await held;
    await route.continue();
  });
  const area = page.getByLabel('Build area');
  await area.press('End');
  await area.press('0');
  await page.locator('.is-outdated .amount', { hasText: '€127,500' }).waitFor();
  await page.getByText('for the earlier values').first().waitFor();
  await insurance.getByText('for the earlier values').waitFor();
  for (const struck of ['.verdict', '.rule-mark']) {
    const decoration = (one: Element) => getComputedStyle(one).textDecorationLine;
    const line = await insurance.locator(struck).first().evaluate(decoration);
    assert.equal(line, 'line-through', struck);
  }
  await assertAccessible(page, 'outdated amounts');
  release();
  await page.locator('.amount', { hasText: '€1,275,000' }).waitFor();
  assert.equal(await page.locator('.is-outdated').count(), 0);
  assert.equal(await area.inputValue(), '850', 'no button was pressed');

  // Text that cannot be used is kept with the tab, and no old amount with it.
  await area.fill('8x');
  await page.getByRole('tab', { name: 'Location' }).click();
  await page.getByRole('tab', { name: 'Cost' }).click();
  assert.equal(await area.inputValue(), '8x');
  assert.doesNotMatch(page.url(), /area=/);
  assert.equal(await page.locator('.amount').count(), 0);

  await signIn(page, 'maria', password);
  await area.fill('90');
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet .amount', { hasText: '€135,000' }).waitFor();
  await page.getByRole('button', { name: 'Back to the map' }).click();
  assert.equal(await area.inputValue(), '90');
  await page.evaluate('window.print = () => {}');
  await area.press('End');
  await area.press('0');
  await page.keyboard.press('Control+p');
  await page.locator('.sheet .amount', { hasText: '€1,350,000' }).waitFor();
  await page.getByRole('button', { name: 'Back to the map' }).click();
  await amount.waitFor();
});

longTest('implausible values are asked for again, and can be confirmed', async () => {
  const page = await open('#address=Ermou&view=cost');
  await calculate(page, '100000');
  await page.getByText('An unusual area: most are 10 to 2,000 m². Is it right?').waitFor();
  assert.equal(await amounts(page), 0);
  await assertAccessible(page, 'unusual area');
  await page.getByRole('button', { name: 'Yes, 100000 m²' }).click();
  await page.locator('.amount', { hasText: '€150,000,000' }).waitFor();
  await page.getByText('The area or the year is unusual').waitFor();
  await page.getByLabel('Year of construction').fill('1000');
  await page.keyboard.press('Tab');
  await page.getByText('An unusual year: most are 1800 or later. Is it right?').waitFor();
  assert.equal(await amounts(page), 0);
  await page.getByLabel('Year of construction').fill('1998');
  await page.locator('.amount', { hasText: '€150,000,000' }).waitFor();
});

test('the terms that are loaded can be chosen, and the answer and the report show each of them', async () => {
  const page = await open('#address=Ermou&view=cost&area=100');
  await page.locator('.amount', { hasText: '€150,000' }).waitFor();
  assert.equal(await page.getByLabel('Sum insured').isVisible(), false);
  await page.getByText('More details').click();
  await page.getByText('Enter the year of construction first.').waitFor();
  assert.ok(await page.getByLabel('Condition').isDisabled());
  assert.equal(await page.getByLabel('Cost index').count(), 0, 'no index is loaded');
  assert.equal(await page.getByLabel('Auxiliary').count(), 0, 'no rate of auxiliary spaces');
  await page.getByLabel('Year of construction').fill('1998');
  await page.getByLabel('Quality').selectOption('luxury');
  await page.getByLabel('Add-ons').selectOption('full');
  await page.getByLabel('Basement').fill('20');
  await page.getByLabel('The finest rate').check();
  await page.getByLabel('Depreciation method').selectOption('bands');
  await page.getByLabel('Condition').selectOption('good');
  await page.getByLabel('Sum insured').fill('99,000');
  await page.getByRole('button', { name: 'Calculate' }).click();
  // (1600 × 1.2 × 100 + 500 × 20) × 1.125, and of that 50 % × 97.5 %.
  await page.locator('.amount', { hasText: '€227,250' }).waitFor();
  await page.locator('.amount', { hasText: '€110,784' }).waitFor();
  const terms =
    /rates=finest&addons=full&quality=luxury&basement=20&ageing=bands&condition=good&insured=99000/;
  assert.match(page.url(), terms);
  const shown = ['Add-on: fees, 12.5%', '100 m² × €1,600 × 1.2', 'turnkey', 'Age bands: bands'];
  const rules = ['€99,000: 43.6% of the as-new cost', 'rebate: at least €1,000 for each m²'];
  for (const text of [...shown, ...rules]) await page.getByText(text).first().waitFor();
  await page.getByText('Not met').waitFor();
  await assertAccessible(page, 'the terms');

  // Another type has other terms; its area must have a rate there.
  await page.getByLabel('Type', { exact: true }).selectOption('office');
  const ageing = page.getByRole('combobox', { name: 'Depreciation method', description: /ross/i });
  await ageing.waitFor();
  await page.getByText('No cost was calculated. See: Depreciation method.').waitFor();
  await page.getByLabel('Type', { exact: true }).selectOption('apartment');
  await page.locator('.amount', { hasText: '€227,250' }).waitFor();
  await page.getByLabel('Year of renovation').fill('1990');
  await page.keyboard.press('Tab');
  await page.getByText('Enter a year from 1998 to').waitFor();
  await page.getByLabel('Year of renovation').fill('');
  await page.getByLabel('Valuation date').fill('2001-01-01');
  await page.getByText('The rates for this postal code begin on').waitFor();
  await page.getByLabel('Valuation date').fill('');
  await page.locator('.amount', { hasText: '€227,250' }).waitFor();

  await signIn(page, 'maria', password);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.locator('.sheet .amount', { hasText: '€227,250' }).waitFor();
  for (const text of [...shown, ...rules]) await page.locator('.sheet').getByText(text).waitFor();
});

longTest('a link with terms opens in Greek on a phone, with decimal commas', async () => {
  const terms = 'addons=full&quality=luxury&basement=20.5&insured=99000';
  const page = await open(`#address=Ερμού&view=cost&area=100&${terms}`, { ...greek, ...phone });
  await page.locator('.amount', { hasText: '214.031' }).waitFor();
  await page.getByText('4 σε χρήση').click();
  assert.equal(await page.getByLabel('Υπόγειο').inputValue(), '20,5');
  await page.getByText('Προσαύξηση: αμοιβές, 12,5\u00a0%').waitFor();
  await page.getByText('20,5 m² × 500 €').first().waitFor();
  await assertFits(page, 'terms');
  await assertAccessible(page, 'terms on a phone');
});
