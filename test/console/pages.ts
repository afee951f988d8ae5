import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, afterEach } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Server } from '#http/server/typed-server.ts';
import type { Words } from '../../console/src/tools/language/el.ts';
import { en } from '../../console/src/tools/language/en.ts';
import { startChromium } from '../chromium.ts';
import { newHome, serveHere } from '../commands/ktima.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const axeSource = readFileSync(axe, 'utf8');

/** The smallest screen that must do. */
export const phone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
};

const usualWindow: BrowserContextOptions = {
  locale: 'en-GB',
  viewport: { width: 1280, height: 800 },
  reducedMotion: 'reduce',
  // It would load every file of the console in each new window; offline.long.ts allows it.
  serviceWorkers: 'block',
};

/** For pages with the map: drawn by the processor, fewer pixels are quicker. */
export const smallWindow: BrowserContextOptions = { viewport: { width: 1000, height: 560 } };

/** Waits until the map is drawn. */
export function mapDrawn(page: Page): Promise<void> {
  return page.locator('.map-pane[aria-busy=false]').waitFor();
}

/**
 * Waits until an expression is true in the page. Playwright's `waitForFunction` evaluates it in the
 * page when it was not true at once, which our content security policy may forbid.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  for (let tries = 0; !(await page.evaluate(`Boolean(${expression})`)); tries++) {
    if (tries === 1_200) throw new Error(`never true: ${expression}`);
    await sleep(50);
  }
}

export interface OpenPage {
  readonly page: Page;
  /** What the browser had to complain of: errors, and breaches of the page's policy. */
  readonly complaints: string[];
}

/** The demo, and a browser that draws its map; both end after the tests of the file. */
export async function openDemo() {
  const home = newHome();
  const serving = serveHere(home.env, '--demo');
  const [service, browser] = await Promise.all([serving, startChromium({ hasWebGl: true })]);
  after(async () => {
    await browser.close();
    await service.stop();
    home.remove();
  });
  return { service, browser };
}

/** Starts to listen with the servers, and a browser; both end after the tests of the file. */
export async function serveToBrowser(...servers: readonly Server[]): Promise<Browser> {
  for (const server of servers) await server.listen({ host: '127.0.0.1', port: 0 });
  const browser = await startChromium();
  after(async () => {
    await browser.close();
    await Promise.all(servers.map(server => server.close()));
  });
  return browser;
}

/** Closes what a test opened: a page that stays open continues to work. */
export function closePagesAfterEach(browser: Browser): void {
  afterEach(() => Promise.all(browser.contexts().map(context => context.close())));
}

/** Opens the console in a window of its own. */
export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ ...usualWindow, ...options });
  // Machines that run tests are busy.
  context.setDefaultTimeout(60_000);
  return goTo(await context.newPage(), address);
}

/** By their options. */
const sharedWindows = new Map<string, Page>();

/**
 * Opens the console, without WebGL, in the window that earlier tests of this process with the same
 * options used: a new one costs a second of the processor. What they left in it is removed.
 */
export async function openSharedPage(
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const key = JSON.stringify({ ...usualWindow, ...options });
  const shared = sharedWindows.get(key);
  if (shared !== undefined) {
    await emptyWindow(shared, options, address);
    return goTo(shared, address);
  }
  const opened = await openPage(await startChromium(), address, options);
  sharedWindows.set(key, opened.page);
  return opened;
}

async function emptyWindow(
  page: Page,
  { viewport }: BrowserContextOptions,
  address: string,
): Promise<void> {
  const context = page.context();
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  page.removeAllListeners();
  await page.unrouteAll();
  await context.setOffline(false);
  await context.clearPermissions();
  await page.emulateMedia({ media: null });
  await page.setViewportSize((viewport ?? usualWindow.viewport)!);
  await page.mouse.move(0, 0);
  // A page without scripts: the console might write to the storage again. The service of the page
  // before it may be gone.
  await page.goto(new URL('/health', address).href);
  await page.evaluate(
    'localStorage.clear(); sessionStorage.clear(); indexedDB.deleteDatabase("ktima.photos")',
  );
  await context.clearCookies();
}

async function goTo(page: Page, address: string): Promise<OpenPage> {
  const complaints: string[] = [];
  page.on('pageerror', error => complaints.push(error.message));
  page.on('console', message => {
    // An answer of 404 is an answer; the browser writes it down as an error all the same.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  await page.goto(address);
  return { page, complaints };
}

/** Signs in through the dialog of a page in English, or in the language of these words. */
export async function signIn(
  page: Page,
  username: string,
  password: string,
  { session }: Words = en,
): Promise<void> {
  await page.getByRole('button', { name: session.signIn }).first().click();
  await fillSignIn(page, username, password, session);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Fills the open dialog and sends it. */
export async function fillSignIn(
  page: Page,
  username: string,
  password: string,
  words: Words['session'] = en.session,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.username).fill(username);
  await dialog.getByLabel(words.password, { exact: true }).fill(password);
  await dialog.getByRole('button', { name: words.signIn }).click();
}

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Asserts that axe finds nothing on the page as it is, but for known faults. */
export async function assertAccessible(
  page: Page,
  screen: string,
  known: readonly string[] = [],
): Promise<void> {
  const found = (await page.evaluate(`${axeSource};
    axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`)) as AxeFinding[];
  const serious = found.filter(({ id }) => !known.includes(id));
  const described = serious.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`,
  );
  assert.deepEqual(described, [], screen);
}

/** Asserts that nothing sticks out sideways. */
export async function assertFits(page: Page, screen: string): Promise<void> {
  const over = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  assert.equal(over, 0, `${screen} is wider than the screen`);
}
