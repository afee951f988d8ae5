import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { writeOfflineWorker } from '../../console/build/offline.ts';
import { startChromium } from '../chromium.ts';
import { startLocalServer } from '../local-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { assertAccessible, openPage, untilTrue } from './pages.ts';
import { home, inTown } from './small-console.ts';

const withWorker = { serviceWorkers: 'allow' } as const;

/** Waits until the worker has stored its build and answers for the page. */
const workerReady = (page: Page) => untilTrue(page, 'navigator.serviceWorker.controller !== null');

const storedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const caught = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname);
  });

test('without the network the console opens stored properties, and stores no answer of the API', async () => {
  const browser = await startChromium();
  const { page, complaints } = await openPage(browser, inTown, withWorker);
  await page.evaluate(`location.hash = '#at=38,23&type=house&area=100&view=cost'`);
  await page.locator('.amount', { hasText: '€170,050' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Note').fill('Corner house');
  await workerReady(page);
  const paths = await storedPaths(page);
  assert.ok(paths.includes('/') && paths.some(path => path.startsWith('/assets/saved-')));
  assert.deepEqual(
    paths.filter(path => path !== '/' && !/^\/assets\/[\w.-]+\.(m?js|css|woff2)$/.test(path)),
    [],
  );
  await page.context().setOffline(true);
  await page.goto(`${home}#view=properties`);
  await page.reload();
  await page.getByText('As new €170,050').waitFor();
  await page.getByRole('button', { name: '38.000000, 23.000000', exact: true }).click();
  await page.getByText('Stored in this browser, as it was on').waitFor();
  await page.getByText('The service does not answer.').first().waitFor();
  assert.equal(await page.getByLabel('Note').inputValue(), 'Corner house');
  await page.getByText('€170,050').waitFor();
  await assertAccessible(page, 'a stored property without the network');
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('after an upgrade the new build is shown at once, and is the one that is stored', async t => {
  const { path: folder } = temporaryFolder(t);
  const build = async (text: string) => {
    rmSync(join(folder, 'assets'), { recursive: true, force: true });
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, `assets/index-${text}.js`),
      `document.title = '${text}';
      navigator.serviceWorker.register('/offline.js');`,
    );
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><script type="module" src="/assets/index-${text}.js"></script>`,
    );
    await writeOfflineWorker(folder);
  };
  await build('first');
  const { url } = await startLocalServer(t, ({ url: path = '' }, answer) => {
    const name = path === '/' ? 'index.html' : path.slice(1);
    if (name === 'favicon.ico') return void answer.writeHead(404).end();
    const type = name.endsWith('.html') ? 'text/html' : 'text/javascript';
    answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
    answer.end(path.startsWith('/api/') ? 'secret' : readFileSync(join(folder, name)));
  });
  const { page } = await openPage(await startChromium(), url, withWorker);
  t.after(() => page.context().close());
  await workerReady(page);
  assert.equal(await page.evaluate(async () => (await fetch('/api/x')).text()), 'secret');
  await build('second');
  await page.reload();
  assert.equal(await page.title(), 'second');
  // The new worker drops the files of the first build when it takes over.
  const stored = async () => (await storedPaths(page)).sort().join(' ');
  const expected = '/ /assets/index-second.js';
  while ((await stored()) !== expected) await page.evaluate('new Promise(requestAnimationFrame)');
  await page.context().setOffline(true);
  await page.reload();
  assert.equal(await page.title(), 'second');
  await assert.rejects(page.evaluate(() => fetch('/api/x')));
});
