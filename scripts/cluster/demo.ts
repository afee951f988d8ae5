// Starts a cluster on loopback, kills its database under load, and prints the clients' responses.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { caughtUp } from '../../test/postgres/standby.ts';
import { type Cluster, runKtima, startEverything, user } from './cluster.ts';
import { type Client, startLoad, timeoutMs } from './load.ts';
import { type Event, longestGapMs, seconds, summary, timeline } from './timeline.ts';

const help = `Usage: scripts/cluster-demo [--seconds N]

Starts on loopback: PostgreSQL with PostGIS, a streaming standby, two API and two authentication
instances, nginx in front of both. Imports the sample data, lets clients ask, kills the primary
with SIGKILL, promotes the standby, imports again, and prints what the clients saw. Everything is
stopped and removed at the end. It takes about a minute, and fails if any answer was wrong.

  --seconds N   how long clients ask before the kill, before the promotion, and after it (4)
  --help        this text

Needs PostgreSQL with PostGIS and nginx; on Debian, as root, it installs them.
`;

async function demonstrate(phaseMs: number): Promise<void> {
  const stack = new AsyncDisposableStack();
  process.once('SIGINT', () => stack.disposeAsync().finally(() => process.exit(130)));
  try {
    console.log('Ktima on a cluster: all on loopback, removed at the end\n');
    const cluster = await startEverything(stack, line => console.log(`  ${line}`));
    await runPhases(stack, cluster, phaseMs);
  } finally {
    await stack.disposeAsync();
  }
  console.log('\nAll is stopped and removed.');
}

async function runPhases(
  stack: AsyncDisposableStack,
  cluster: Cluster,
  phaseMs: number,
): Promise<void> {
  const events: Event[] = [];
  const happened = (what: string) => events.push({ atMs: performance.now(), what });
  const rates = new Set([await rateOf(cluster.front.api)]);
  const clients = await makeClients(cluster, rates);
  const kinds = [...new Set(clients.map(({ kind }) => kind))];
  await caughtUp(cluster.primary, cluster.standby);
  console.log(`\n  ${clients.length} clients ask through nginx …\n`);

  const load = startLoad(clients);
  stack.defer(load.stop);
  await sleep(phaseMs);
  cluster.primary.signal('SIGKILL');
  happened('primary killed (SIGKILL)');
  await sleep(phaseMs);
  happened(`ready: ${await readiness(cluster)}`);
  cluster.standby.run('pg_ctl', 'promote', '-s', '-w', '-D', cluster.standby.folder);
  happened('standby promoted');
  await sleep(phaseMs / 2);
  rates.add(newRate);
  happened('import begins');
  const taken = await importAgain(cluster);
  happened('both APIs have the new version');
  await sleep(phaseMs / 2);
  await load.stop();

  const { answers } = load;
  console.log(timeline(kinds, answers, events));
  console.log(`\n${summary(kinds, answers)}`);
  const reads = answers.filter(({ kind }) => kind === 'parcels');
  console.log(
    `\nAnswers from the database stopped for ${seconds(longestGapMs(reads))} at most. Logins need a server that can be\n` +
      `written: they were refused until the promotion. The import was in force ${taken} after it\n` +
      'had ended, in one API and the other.',
  );
  const wrong = answers.filter(({ right }) => !right).length;
  console.log(`Wrong answers: ${wrong} of ${answers.length}.`);
  if (wrong > 0) process.exitCode = 1;
}

/** With srid=2100, which is read from the database and not from memory. */
const parcelPath = '/api/geocoding/kaek-search/?kaek_code=050099901001&srid=2100';
const costPath = '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=1';
const placesPath = '/api/points-of-interest/';

/** Euro per square metre of a house in Athens after the second import. */
const newRate = 4_321;

async function rateOf(api: string): Promise<number> {
  return rateIn(await (await fetch(api + costPath)).text());
}

function rateIn(body: string): number {
  return JSON.parse(body).reconstruction_cost?.as_new;
}

/** Twelve clients of four kinds: from the database, from memory, with a token, and logins. */
async function makeClients({ front }: Cluster, rates: Set<number>): Promise<Client[]> {
  const signal = () => AbortSignal.timeout(timeoutMs);
  const login = () =>
    fetch(`${front.auth}/auth/otp/login`, {
      method: 'POST',
      body: new URLSearchParams(user),
      signal: signal(),
    });
  const { access_token } = (await (await login()).json()) as { access_token: string };
  const askPlaces = () =>
    fetch(front.api + placesPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: '{"latitude":37.9755,"longitude":23.7348}',
      signal: signal(),
    });
  const ask = (path: string) => () => fetch(front.api + path, { signal: signal() });
  const parcel = await (await ask(parcelPath)()).text();
  const places = await (await askPlaces()).text();
  const kinds: Record<string, Omit<Client, 'kind'>> = {
    parcels: { pauseMs: 50, ask: ask(parcelPath), isRight: body => body === parcel },
    costs: { pauseMs: 100, ask: ask(costPath), isRight: body => rates.has(rateIn(body)) },
    places: { pauseMs: 100, ask: askPlaces, isRight: body => body === places },
    logins: { pauseMs: 400, ask: login, isRight: body => body.includes('"access_token":"') },
  };
  return Object.entries(kinds).flatMap(([kind, client]) => Array(3).fill({ kind, ...client }));
}

/** The /readyz statuses of all instances. */
async function readiness({ apis, auths }: Cluster): Promise<string> {
  const status = async (address: string) => (await fetch(`${address}/readyz`)).status;
  const all = async (addresses: readonly string[]) =>
    (await Promise.all(addresses.map(status))).join(' and ');
  return `API ${await all(apis)}, auth ${await all(auths)}`;
}

/** Imports another rate, and polls each API until it uses it. */
async function importAgain({ apis, env }: Cluster): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-demo-'));
  try {
    const file = join(folder, 'rates.csv');
    const head = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';
    writeFileSync(file, `${head}\n10,house,${newRate},2026-01-01,demo\n`);
    await runKtima(env, ['import', 'costs', file, '--source', 'demo']);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const committed = performance.now();
  const times = await Promise.all(
    apis.map(async api => {
      while ((await rateOf(api)) !== newRate) {
        if (performance.now() - committed > 60_000) throw new Error('an import was not seen');
        await sleep(20);
      }
      return seconds(performance.now() - committed);
    }),
  );
  return times.join(' and ');
}

const options = { help: { type: 'boolean' }, seconds: { type: 'string', default: '4' } } as const;
try {
  const { values } = parseArgs({ options });
  const seconds = Number(values.seconds);
  if (values.help) process.stdout.write(help);
  else if (seconds >= 1 && seconds <= 60) await demonstrate(seconds * 1_000);
  else throw new Error('--seconds: expected a number from 1 to 60');
} catch (error) {
  console.error(`cluster-demo: ${(error as Error).message}`);
  process.exitCode = 1;
}
