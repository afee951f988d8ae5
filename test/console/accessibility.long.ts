import assert from 'node:assert/strict';
import test from 'node:test';
import { townExample } from '#importing/shipped/town.ts';
import { views } from '../../console/src/state/subject/address-bar.ts';
import { el } from '../../console/src/tools/language/el.ts';
import { en } from '../../console/src/tools/language/en.ts';
import {
  assertAccessible,
  assertFits,
  openDemo,
  openPage,
  phone,
  signIn,
  untilTrue,
} from './pages.ts';

const { service, browser } = await openDemo();

const building = 'type=house&area=90&year=1975&with=kaek%3D350099028008';
const wide = { viewport: { width: 1000, height: 560 } };
const lying: typeof phone = { ...phone, viewport: { width: 740, height: 360 } };
const words = { 'en-GB': en, 'el-GR': el };

for (const locale of ['en-GB', 'el-GR'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [screen, size] of Object.entries({ wide, phone, 'lying phone': lying })) {
      test(`every screen is accessible and fits: ${locale}, ${colorScheme}, ${screen}`, async t => {
        const options = { ...size, locale, colorScheme };
        const { page, complaints } = await openPage(browser, service.api, options);
        t.after(() => page.context().close());
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.loading').waitFor({ state: 'detached' });
        await assertAccessible(page, 'welcome');
        await assertFits(page, 'welcome');
        await signIn(page, 'demo', 'ktima-demo', words[locale]);
        for (const view of views) {
          await page.goto(`${service.api}/#kaek=${townExample.kaek}&view=${view}&${building}`);
          await untilTrue(page, "document.querySelector('.loading') === null");
          await assertAccessible(page, view);
          await assertFits(page, view);
          const legend = page.locator('.legend summary');
          if (view !== 'places' || !(await legend.isVisible())) continue;
          await legend.click();
          await assertAccessible(page, 'legend');
        }
        assert.deepEqual(complaints, []);
      });
    }
  }
}
