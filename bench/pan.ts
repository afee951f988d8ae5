// How long the page's own thread works for a frame while the map of the console is moved over a
// dense town, with its parcels. Chromium draws WebGL by the processor, in other processes.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startChromium } from '../test/chromium.ts';
import { openPage } from '../test/console/pages.ts';
import { isTiny, median, percentile, printTable, temporaryFolder } from './measure.ts';
import { startService, stopService, writeTown } from './service.ts';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** The start, in microseconds. */
  readonly ts: number;
  /** The time on the processor in microseconds; without the time that the thread waited. */
  readonly tdur?: number;
}

/** The map begins at zoom 15; from 17 on, parcels have their codes. */
const zooms = isTiny ? [15] : [15, 16, 17];

const folder = temporaryFolder();
const database = join(folder, 'property.db');
await writeTown(database);

const service = await startService(folder, database);
const browser = await startChromium({ hasWebGl: true });
try {
  const { page } = await openPage(browser, `${service.api}/#at=37.975,23.7195`, {
    reducedMotion: 'no-preference',
  });
  await drawn(page);
  const lines: string[][] = [];
  for (const zoom of zooms) {
    if (zoom > zooms[0]!) await zoomIn(page);
    const frames = framesOf(await traced(page, () => drag(page)));
    const figures = [median(frames), percentile(frames, 0.95), Math.max(...frames)];
    lines.push([String(zoom), String(frames.length), ...figures.map(ms => ms.toFixed(1))]);
  }
  console.log(
    'A drag across the map of a dense town with parcels: CPU time of the page’s own thread for a ' +
      'frame, in milliseconds. Aim: median ≤ 20.\n',
  );
  printTable(['zoom', 'frames', 'median', 'p95', 'longest'], lines);
} finally {
  await browser.close();
  await stopService(service);
}

async function drawn(page: Page): Promise<void> {
  await page.locator('.map-pane[aria-busy=false]').waitFor({ timeout: 120_000 });
  await page.waitForTimeout(4_000);
}

async function zoomIn(page: Page): Promise<void> {
  await page.locator('.map-button').first().click();
  await page.waitForTimeout(5_000);
}

async function drag(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.locator('.map-canvas canvas').boundingBox())!;
  await page.mouse.move(x + width * 0.8, y + height * 0.7);
  await page.mouse.down();
  for (let step = 0; step <= 50; step++) {
    await page.mouse.move(x + width * (0.8 - step / 85), y + height * (0.7 - step / 130));
  }
  await page.mouse.up();
  await page.waitForTimeout(1_000);
}

async function traced(page: Page, move: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await move();
  const trace = String(await browser.stopTracing());
  return (JSON.parse(trace) as { traceEvents: TraceEvent[] }).traceEvents;
}

/** The milliseconds of the tasks of each frame: everything since the frame before. */
function framesOf(events: readonly TraceEvent[]): number[] {
  // The page's own thread is the one that runs its animation frames.
  const [first] = events.filter(({ name }) => name === 'FireAnimationFrame');
  if (!first) throw new Error('the map drew no frame');
  const own = events.filter(({ pid, tid }) => pid === first.pid && tid === first.tid);
  const starts = own.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const frames = starts.sort((a, b) => a - b).map(() => 0);
  for (const { name, ts, tdur = 0 } of own) {
    if (name !== 'ThreadControllerImpl::RunTask') continue;
    // The task that runs a frame begins a little before it.
    const next = starts.findIndex(start => start > ts);
    frames[next === -1 ? frames.length - 1 : next]! += tdur / 1_000;
  }
  return frames;
}
