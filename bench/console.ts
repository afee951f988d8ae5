// The console in Chromium: what it weighs, how soon suggestions are there while one types, and how
// smoothly a map with 2,000 places is moved. Chromium draws by the processor here, so frame times
// are those of a machine without a graphics card. Usage: npm run bench console
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { startChromium } from '../test/chromium.ts';
import { ktima, newHome, startKtima } from '../test/commands/ktima.ts';
import { openPage, signIn } from '../test/console/pages.ts';

const placesOnTheMap = 2_000;
const typed = 'Egnatia 45 Thessaloniki';

printSizes();
const home = newHome();
const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
const file = join(folder, 'places.csv');
writeFileSync(file, crowd(placesOnTheMap));
await ktima(home.env, ['import', 'places', file, '--source', 'bench']);
const service = await startKtima(home.env, '--demo');
const browser = await startChromium({ hasWebGl: true });
try {
  const { page } = await openPage(browser, `${service.api}/#at=37.98,23.73&view=places`);
  const panned = async (what: string) => {
    await page.locator('.map-pane[aria-busy=false]').waitFor({ timeout: 120_000 });
    await page.waitForTimeout(3_000);
    const { betweenFrames, busyMs } = await pan(page);
    print(`pan ${what}, ms between frames`, betweenFrames);
    const own = (busyMs / betweenFrames.length).toFixed(1);
    console.log(`of it on the page's own thread: ${own} a frame`);
  };
  await panned('without places');
  await signIn(page, 'demo', 'ktima-demo');
  await page.locator('.place').first().waitFor();
  await panned(`with ${placesOnTheMap} places`);
  const fresh = await openPage(browser, `${service.api}/`);
  await fresh.page.waitForTimeout(3_000);
  print('a key to its suggestions, ms', await type(fresh.page));
} finally {
  await browser.close();
  await service.stop();
  home.remove();
  rmSync(folder, { recursive: true });
}

function printSizes(): void {
  const assets = 'console/dist/assets';
  const page = readFileSync('console/dist/index.html', 'utf8');
  const names = readdirSync(assets).filter(name => /\.(m?js|css)$/.test(name));
  console.log('| part | bytes | gzip | brotli |\n|---|---:|---:|---:|');
  for (const [part, files] of [
    ['first load', names.filter(name => page.includes(name))],
    ['with the map', names],
  ] as const) {
    const all = files.map(name => readFileSync(join(assets, name)));
    const sum = (size: (bytes: Buffer) => number) =>
      all.reduce((total, bytes) => total + size(bytes), 0);
    const sizes = [
      sum(b => b.length),
      sum(b => gzipSync(b).length),
      sum(b => brotliCompressSync(b).length),
    ];
    console.log(
      `| ${part} | ${sizes.map(bytes => `${Math.round(bytes / 1000)} kB`).join(' | ')} |`,
    );
  }
}

/** Places of every kind of 1 km radius within 900 m, evenly spread. */
function crowd(count: number): string {
  const types = ['bank', 'bus_stop', 'church', 'park', 'supermarket', 'clinic', 'high_school'];
  const rows = Array.from({ length: count }, (_, index) => {
    const distance = 0.008 * Math.sqrt((index + 0.5) / count);
    const angle = index * 2.399963;
    const latitude = 37.98 + distance * Math.cos(angle);
    const longitude = 23.73 + distance * Math.sin(angle) * 1.26;
    return `b${index},Place ${index},Σημείο ${index},${types[index % types.length]},${latitude},${longitude}`;
  });
  return `external_id,name_en,name_gr,place_type,latitude,longitude\n${rows.join('\n')}\n`;
}

/** Drags the map to and fro: the times between frames, and how long the page itself was busy. */
async function pan(page: Page): Promise<{ betweenFrames: number[]; busyMs: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busySeconds = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(
      ({ name }) => name === 'TaskDuration',
    )!.value;
  const before = await busySeconds();
  const box = (await page.locator('.map-canvas').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(`window.frames_ = []; (function next(now) {
    window.frames_.push(now); window.frame_ = requestAnimationFrame(next); })(performance.now())`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < 120; step++) {
    await page.mouse.move(x + 200 * Math.sin(step / 10), y + 120 * Math.sin(step / 7));
  }
  await page.mouse.up();
  const times = (await page.evaluate(
    'cancelAnimationFrame(window.frame_), window.frames_',
  )) as number[];
  const betweenFrames = times.slice(1).map((time, index) => time - times[index]!);
  return { betweenFrames, busyMs: ((await busySeconds()) - before) * 1_000 };
}

/** Types letter by letter and tells how long each took to have its suggestions on the page. */
async function type(page: Page): Promise<number[]> {
  const box = page.getByRole('combobox');
  await box.pressSequentially(typed.slice(0, 7), { delay: 80 });
  await page.getByRole('option').first().waitFor();
  const times: number[] = [];
  for (const letter of typed.slice(7)) {
    const changed = page.evaluate(`new Promise(resolve => {
      let start = performance.now();
      addEventListener('input', () => { start = performance.now(); }, { capture: true, once: true });
      const list = document.querySelector('[role=listbox]');
      const watch = new MutationObserver(() => { watch.disconnect(); resolve(performance.now() - start); });
      watch.observe(list, { subtree: true, childList: true, characterData: true, attributes: true });
      setTimeout(() => resolve(undefined), 1000);
    })`) as Promise<number | undefined>;
    await box.press(letter === ' ' ? 'Space' : letter);
    const took = await changed;
    // The same suggestions as before change nothing on the page.
    if (took !== undefined) times.push(took);
  }
  return times;
}

function print(what: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  console.log(
    `\n${what}: median ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)}, longest ${at(1).toFixed(1)} (${times.length})`,
  );
}
