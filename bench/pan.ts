// How long the page's own thread works for a frame while the map of a running console is moved:
// `node bench/pan.ts http://127.0.0.1:8000/#at=39.3625,22.943 [zoom steps]`.
import { startChromium } from '../test/chromium.ts';
import { openPage } from '../test/console/pages.ts';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** The time on the processor; without the time that the thread waited. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const [address, zoomSteps = '2'] = process.argv.slice(2);
if (!address) throw new Error('address: expected that of a running console with its part after #');

const browser = await startChromium({ hasWebGl: true });
const { page } = await openPage(browser, address, { reducedMotion: 'no-preference' });
await page.locator('.map-pane[aria-busy=false]').waitFor({ timeout: 120_000 });
for (let step = 0; step < Number(zoomSteps); step++) {
  await page.locator('.map-button').first().click();
  await page.waitForTimeout(1_500);
}
await page.waitForTimeout(4_000);

const trace = await traced(async () => {
  const { x, y, width, height } = (await page.locator('.map-canvas canvas').boundingBox())!;
  await page.mouse.move(x + width * 0.8, y + height * 0.7);
  await page.mouse.down();
  for (let step = 0; step <= 120; step++) {
    await page.mouse.move(x + width * (0.8 - step / 200), y + height * (0.7 - step / 300));
  }
  await page.mouse.up();
  await page.waitForTimeout(1_000);
});
await browser.close();
report(trace);

async function traced(move: () => Promise<void>): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await move();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents;
}

/** The main thread of the page is the one that runs its animation frames. */
function report(events: readonly TraceEvent[]): void {
  const frames = events.filter(({ name }) => name === 'FireAnimationFrame');
  const [first] = frames;
  if (!first) throw new Error('the map drew no frame');
  const tasks = events.filter(
    ({ name, pid, tid }) =>
      pid === first.pid && tid === first.tid && name === 'ThreadControllerImpl::RunTask',
  );
  const milliseconds = (list: readonly TraceEvent[], time: 'dur' | 'tdur') =>
    list.map(event => (event[time] ?? 0) / 1_000).sort((a, b) => a - b);
  for (const time of ['dur', 'tdur'] as const) {
    const each = milliseconds(frames, time);
    const total = milliseconds(tasks, time).reduce((sum, one) => sum + one, 0);
    const at = (share: number) => each[Math.floor(share * (each.length - 1))]!.toFixed(1);
    console.log(
      `${time === 'dur' ? 'elapsed' : 'processor'}: ${frames.length} frames, ` +
        `callback median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms; ` +
        `everything on the thread ${(total / frames.length).toFixed(1)} ms a frame`,
    );
  }
}
