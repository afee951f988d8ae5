// More than the service can do: the rate rises past its capacity and falls again, over all
// operations; then 200 clients log in at once. What is served, what is turned away, and how long
// each takes. The clients that log in are a process of their own (`--logins`), so that they do not
// hold up what is measured beside them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lasting, percentile, printTable, rows, temporaryFolder, whole } from './measure.ts';
import { capacity, isServed, openLoop } from './open-loop.ts';
import { requestMix } from './requests.ts';
import { residentMB, startService, stopService, writeProperty } from './service.ts';

const seconds = lasting(8);
const parcels = rows(50_000);
/** Enough that the service, not the client, is what there is too little of. */
const connections = 2_000;
/** Recovered: no request is rejected after it, and no window's p99 is above `calmMs`. */
const windowMs = 100;
const calmMs = 100;

if (process.argv[2] === '--logins') await sendLogins(process.argv[3]!, Number(process.argv[4]));
const folder = temporaryFolder();
const database = join(folder, 'property.db');
await writeProperty(database, rows(400_000), parcels);
const service = await startService(folder, database, { KTIMA_ADDRESS_FAILURES: '1000000' });
const port = Number(new URL(service.api).port);
const mix = (seed?: number) => requestMix(() => service.token, parcels, seed);
const most = await capacity(port, mix(6));
const loop = await openLoop(port, mix(), connections);

interface Phase {
  readonly offered: number;
  readonly served: readonly number[];
  readonly shed: readonly number[];
  readonly failed: number;
  readonly ends: Ends;
}

/** When each came back, from the start in ms; columns, which this client's memory hardly feels. */
interface Ends {
  readonly at: number[];
  readonly tookMs: number[];
  readonly wasServed: boolean[];
}

async function phase(perSecond: number): Promise<Phase> {
  const served: number[] = [];
  const shed: number[] = [];
  const ends: Ends = { at: [], tookMs: [], wasServed: [] };
  let failed = 0;
  const start = performance.now();
  await loop.run(perSecond, seconds, (status, tookMs, sinceSentMs) => {
    const wasServed = isServed(status);
    if (wasServed) served.push(sinceSentMs);
    else if (status === 503) shed.push(sinceSentMs);
    else failed++;
    // Requests that were due before the start are not recorded.
    const at = performance.now() - start;
    if (tookMs > at) return;
    ends.at.push(at);
    ends.tookMs.push(tookMs);
    ends.wasServed.push(wasServed);
  });
  return { offered: perSecond, served, shed, failed, ends };
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** How many came back, served or not, before the rate was changed. */
const within = ({ at, wasServed }: Ends, served: boolean) =>
  at.filter((ms, i) => ms < seconds * 1_000 && wasServed[i] === served).length;

/** How long after the rate fell until all is as it was, in ms. */
function recoveredAfter({ ends: { at, tookMs, wasServed } }: Phase): number {
  const windows = Map.groupBy(at.keys(), i => Math.floor(at[i]! / windowMs));
  const isTroubled = (window: number[]) =>
    window.some(i => !wasServed[i]) ||
    percentile(
      window.map(i => tookMs[i]!),
      0.99,
    ) > calmMs;
  const troubled = [...windows].filter(([, window]) => isTroubled(window)).map(([at]) => at);
  return troubled.length === 0 ? 0 : (Math.max(...troubled) + 1) * windowMs;
}

/** Logs in wrongly, over and over; prints how long each kind of answer took, in milliseconds. */
async function sendLogins(url: string, clients: number): Promise<never> {
  const times: Record<number, number[]> = {};
  let sent = 0;
  const makeLogin = () => {
    const body = `username=user${sent++ % clients}&password=not+the+password`;
    return (
      'POST /auth/otp/login HTTP/1.1\r\nHost: bench\r\n' +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    );
  };
  const loop = await openLoop(Number(new URL(url).port), makeLogin, clients);
  await loop.run(Infinity, lasting(8), (status, _tookMs, sinceSentMs) => {
    times[status] ??= [];
    times[status].push(sinceSentMs);
  });
  console.log(JSON.stringify(times));
  process.exit(0);
}

/** Logs in from this many clients at once; returns the times of each kind of response. */
async function storm(clients: number): Promise<Record<string, number[]>> {
  const args = [import.meta.filename, '--logins', service.auth, String(clients)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 27 });
  return JSON.parse(stdout);
}

const rate = most * 0.2;
const alone = await phase(rate);
// The first seconds go into compiling what was not needed before, and into the client's own start.
const [, first] = await Promise.all([storm(200), phase(rate)]);
const [times, beside] = await Promise.all([storm(200), phase(rate)]);

const factors = [0.5, 0.8, 1, 1.5, 2, 3];
const phases: [factor: number, phase: Phase, residentMB: number][] = [];
for (const factor of factors)
  phases.push([factor, await phase(most * factor), residentMB(service)]);
// At once after more than the capacity: what is left of that is in the way.
await loop.run(most * 1.5, 4, () => {}, true);
const fallen = await phase(most / 2);

console.log(
  `All operations, 400,000 places, ${whole(parcels)} parcels, one process, access log off; ` +
    `${whole(connections)} connections, sending whatever became of the requests before; ` +
    `${seconds} s each. Capacity, 64 connections that wait for their answers: ` +
    `${whole(most)} requests/s.\n`,
);
printTable(
  ['offered', 'served/s', 'turned away/s', 'failed', 'p50, ms', 'p99, ms', 'p99 of 503, ms', 'MB'],
  phases.map(([factor, { offered, served, shed, failed, ends }, resident]) => [
    `${factor} × (${whole(offered)}/s)`,
    whole(within(ends, true) / seconds),
    whole(within(ends, false) / seconds),
    String(failed),
    ms(percentile(served, 0.5)),
    ms(percentile(served, 0.99)),
    shed.length === 0 ? '' : ms(percentile(shed, 0.99)),
    whole(resident),
  ]),
);
console.log(
  `Times are from the sending: beyond some 7,000 requests a second the two cores are full, and ` +
    'what is due waits at the client. Back at half the capacity after 1.5 times of it: as before after ' +
    `${recoveredAfter(fallen)} ms.\n`,
);

const p99 = (of: Phase) => ms(percentile(of.served, 0.99));
console.log(
  `200 clients logging in at once, beside ${whole(rate)} other requests/s: p99 of those ` +
    `${p99(alone)} ms before, ${p99(first)} ms in the first ${seconds} s of it, ${p99(beside)} ms ` +
    `afterwards (${beside.shed.length} turned away). The logins then:`,
);
for (const [status, list] of Object.entries(times)) {
  console.log(
    `- ${status}: ${whole(list.length / seconds)}/s, p99 ${ms(percentile(list, 0.99))} ms`,
  );
}
loop.close();
await stopService(service);
