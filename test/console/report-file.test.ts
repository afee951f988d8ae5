import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { el as own } from '../../console/src/pages/report/words/words-el.ts';
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
  const browser = await startChromium();
  const context = await browser.newContext({ offline: true });
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
    const [printed, saved] = [
      readPdf(await page.pdf({ preferCSSPageSize: true })),
      readPdf(await file.pdf({ preferCSSPageSize: true })),
    ];
    assert.equal(saved.text, printed.text, 'the pages are cut at the same places');
  }
  assert.deepEqual(asked, []);
});

test('the first page has property and source, and the valuer’s words are printed apart once they are filled in', async () => {
  const address = `${home}#kaek=050681726003&view=report`;
  const { page, complaints } = await openSharedPage(address, { locale: 'el-GR' });
  await signIn(page, 'maria', password, el);
  const sheet = page.locator('.sheet');
  await sheet.getByText(own.parcelSource('Εισαγωγή «test», 15 Ιουνίου 2026')).waitFor();
  assert.equal(await page.locator('.sheet-valuer, .sheet-signature').count(), 0);
  await page.getByText(own.valuationFields).click();
  const field = (name: keyof typeof own.valuation) =>
    page.getByLabel(own.valuation[name], { exact: true });
  await field('basis').fill('Δική μου βάση');
  await page.getByRole('button', { name: own.template.collateral.label }).click();
  await field('date').fill('2026-11-10');
  await field('value').fill('165.000 €');
  assert.equal(
    await page.getByLabel(own.purpose, { exact: true }).inputValue(),
    own.template.collateral.purpose,
  );
  await assertAccessible(page, 'the fields of a valuation');

  // Another property has none of it.
  await page.goto(`${home}#at=38,23&view=report`);
  await sheet.getByText('38.000000, 23.000000').first().waitFor();
  assert.equal(await page.locator('.sheet-signature').count(), 0);
  await page.goto(address);
  await page.locator('.sheet-signature').waitFor();
  await page.locator('.sheet-figure[aria-busy=true]').first().waitFor({ state: 'detached' });
  const { text } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  const [first, ...others] = text.split('\f');
  for (const piece of ['050681726003', '412,5 m²', '165.000 €', '10 Νοεμβρίου 2026']) {
    assert.ok(first!.includes(piece), `${piece} is not on the first page: ${first}`);
  }
  const rest = others.join('');
  for (const piece of [own.valuationHeading, 'Δική μου βάση', own.signature, own.stamp]) {
    assert.ok(rest.includes(piece), `${piece} is not in ${rest}`);
  }
  assert.ok(!text.includes(own.valuation.energyClass), 'an empty field is not printed');
  assert.deepEqual(complaints, []);
});

test('the foot of a page is black in every theme', () => {
  const css = readFileSync('console/src/tools/design/report.css', 'utf8');
  const boxes = [...css.matchAll(/@bottom-(?:left|right) \{([^}]*)\}/g)];
  assert.equal(boxes.length, 2);
  for (const [, rules] of boxes) assert.match(rules!, /\bcolor: #000000;/);
});
