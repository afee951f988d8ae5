import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { el } from '../../console/src/language/el.ts';
import { en } from '../../console/src/language/en.ts';
import { startChromium } from '../chromium.ts';
import { openSharedPage, signIn } from './pages.ts';
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
      url: `/api/property-report/?${query}&${building}&lang=${lang}`,
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
