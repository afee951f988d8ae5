import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { requiredNames } from '#domain/property/valuation-fields.ts';
import { el as own } from '../../console/src/pages/report/words/words.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { startChromium } from '../chromium.ts';
import { assertAccessible, openSharedPage, signIn } from './pages.ts';
import { readPdf } from './pdf.ts';
import { home, password, service } from './small-console.ts';

/** The texts of the sheet in their order, without those that are not printed. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sheet = document.querySelector('.sheet')!.cloneNode(true) as Element;
    sheet.normalize();
    for (const one of sheet.querySelectorAll('.not-printed')) one.remove();
    const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode.textContent!.trim());
    return texts
      .filter(text => text !== '')
      .join(' ')
      .split(/\s+/);
  });
}

const ways = [
  {
    locale: 'el-GR',
    lang: 'el',
    words: el,
    hash: 'kaek=050681726003',
    query: 'kaek_code=050681726003',
  },
  { locale: 'en-GB', lang: 'en', words: en, hash: 'at=38,23', query: 'latitude=38&longitude=23' },
];
const building = 'property_type=house&build_area=85&construction_year=1990';

test('the report as a file opens without a network and has every text that the console prints', async t => {
  const context = await (await startChromium()).newContext({ offline: true });
  t.after(() => context.close());
  const file = await context.newPage();
  const asked: string[] = [];
  file.on('request', request => asked.push(request.url()));
  for (const { locale, lang, words, hash, query } of ways) {
    const address = `${home}#${hash}&type=house&area=85&year=1990&view=report`;
    const { page } = await openSharedPage(address, { locale });
    await signIn(page, 'maria', password, words);
    await page.locator('.plan').first().waitFor();
    await page.locator('.sheet-figure[aria-busy=true]').first().waitFor({ state: 'detached' });
    const { body } = await service.api.inject({
      url: `/api/property-report/?${query}&${building}&language=${lang}`,
      headers: { authorization: `Bearer ${service.token}`, accept: 'text/html' },
    });
    await file.setContent(body);
    assert.deepEqual(await textsOf(file), await textsOf(page), query);
    const options = { preferCSSPageSize: true };
    const [printed, saved] = [readPdf(await page.pdf(options)), readPdf(await file.pdf(options))];
    assert.equal(saved.text, printed.text, 'the pages are cut at the same places');
  }
  assert.deepEqual(asked, []);
});

test('a valuation leads with its value, and claims nothing before all that it requires is filled in', async () => {
  const address = `${home}#kaek=050681726003&view=report`;
  const { page, complaints } = await openSharedPage(address, { locale: 'el-GR' });
  await signIn(page, 'maria', password, el);
  const sheet = page.locator('.sheet');
  await sheet.getByText(own.parcelSource('Εισαγωγή «test», 15 Ιουνίου 2026')).waitFor();
  assert.equal(await page.locator('.sheet-valuer, .sheet-signature').count(), 0);
  await page.getByText(own.details).click();
  const field = (name: keyof typeof own.valuation) =>
    page.getByLabel(new RegExp(`^${own.valuation[name].replaceAll(/[()]/g, '.')}( \\*)?$`));
  await field('basis').fill('Δική μου βάση');
  await page.getByLabel(own.templates).selectOption('collateral');
  await field('date').fill('2026-11-10');
  await field('value').fill('165.00x');
  await page.getByText(own.amountFault).waitFor();
  await field('value').fill('165.000 €');
  const purpose = page.getByLabel(`${own.purpose} *`);
  assert.equal(await purpose.inputValue(), own.template.collateral.purpose);
  await assertAccessible(page, 'the fields of a valuation');

  // Another property has none of it.
  await page.goto(`${home}#at=38,23&view=report`);
  await sheet.getByText('38.000000, 23.000000').first().waitFor();
  assert.equal(await page.locator('.sheet-valuer').count(), 0);
  await page.goto(address);
  await sheet.getByText('165.000 €').waitFor();
  await page.locator('.sheet-figure[aria-busy=true]').first().waitFor({ state: 'detached' });
  const { text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  const [first] = text.split('\f');
  for (const piece of ['050681726003', '412,5 m²', '165.000 €', '10 Νοεμβρίου 2026']) {
    assert.ok(first!.includes(piece), `${piece} is not on the first page: ${first}`);
  }
  assert.ok(first!.includes('Δική μου βάση') && first!.includes(own.template.collateral.title));
  assert.ok(text.includes(own.valuation.energy_class) && text.includes(own.notStated));
  assert.ok(!text.includes(own.valuation.documents), 'an empty field is not printed');
  for (const claim of [own.signature, own.stamp, own.template.collateral.compliance]) {
    assert.ok(!text.includes(claim), `${claim} is in ${text}`);
  }
  // What is missing is counted above the sheet, and in it; then nothing is.
  const required = requiredNames.collateral.length;
  await page.getByText(own.details).click();
  while ((await page.locator('.is-missing').count()) > 0) {
    await page.locator('.is-missing').first().locator('input, textarea').fill('καμία');
  }
  await page.getByText(own.complete(required)).waitFor();
  await sheet.locator('.sheet-signature').waitFor();
  await sheet.getByText(own.template.collateral.compliance).waitFor();
  assert.equal(await sheet.locator('.not-stated').count(), 0);

  // The service prints the same from the same fields.
  const none = [...requiredNames.collateral].map(name => [name, 'καμία']);
  const { label: _, title: __, ...texts } = own.template.collateral;
  const fields = {
    ...Object.fromEntries(none),
    ...texts,
    template: 'collateral',
    basis: 'Δική μου βάση',
    date: '2026-11-10',
    value: 165_000,
  };
  const { body } = await service.api.inject({
    method: 'POST',
    url: '/api/property-report/document/',
    headers: { authorization: `Bearer ${service.token}` },
    payload: { property: { kaek_code: '050681726003' }, fields },
  });
  const file = await page.context().newPage();
  await file.setContent(body);
  assert.deepEqual(await textsOf(file), await textsOf(page));
  await file.close();
  assert.deepEqual(complaints, []);
});

test('the foot of a page is black in every theme', () => {
  const css = readFileSync('console/src/tools/design/report.css', 'utf8');
  const boxes = [...css.matchAll(/@bottom-(?:left|right) \{([^}]*)\}/g)];
  assert.equal(boxes.length, 2);
  for (const [, rules] of boxes) assert.match(rules!, /\bcolor: #000000;/);
});
