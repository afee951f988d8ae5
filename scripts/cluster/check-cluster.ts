// Starts a whole installation on loopback from the image, upgrades it under load, goes back, kills
// its database, and prints what the clients saw.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { caughtUp } from '../../test/postgres/standby.ts';
import { waitFor } from '../../test/store/changes.ts';
import { baseImage, buildFrom, buildImage, runCheck, version } from '../deploy/podman.ts';
import { login, smoke, user } from '../deploy/smoke.ts';
import { compareCapacity } from './capacity.ts';
import { type Cluster, migrate, replaceInstance, startEverything } from './cluster.ts';
import { type Answer, type Client, startLoad, timeoutMs } from './load.ts';
import { type Event, longestGapMs, seconds, summary, timeline } from './timeline.ts';

const help = `Usage: npm run check:cluster [-- --seconds N --base IMAGE]

Starts on loopback, from the image: two API and two authentication instances, PostgreSQL with PostGIS
and a streaming standby behind HAProxy (deploy/haproxy.cfg), nginx in front, Prometheus. Then, one
after the other:

  smoke      uses every feature once, makes a backup, and looks at the metrics
  capacity   compares bench/capacity-model.ts with one instance of the API, and with two
  upgrade    replaces all instances by those of a next version, in turn, under load
  rollback   the same with the first version again
  failover   kills the primary with SIGKILL, promotes the standby, imports again

It prints what the clients saw, and fails if an answer was wrong, if anything but the failover lost a
request, or if requests still fail after the import that follows the promotion. Everything is stopped and removed at the end; the images stay. It takes about four minutes.

  --seconds N    how long clients ask in each phase, besides what happens in it (4)
  --base IMAGE   as for check:image
  --help         this text

Needs podman, PostgreSQL with PostGIS, HAProxy, nginx and Prometheus; on Debian, as root, it installs them.
`;

const say = (line: string) => console.log(`  ${line}`);

async function check(stack: AsyncDisposableStack, base: string, phaseMs: number): Promise<void> {
  console.log('Ktima on a cluster: all on loopback, removed at the end\n');
  const images = await buildBoth(base);
  say(`images          ${images.join(', ')}`);
  const cluster = await startEverything(stack, images[0]!, say);
  await smokeTest(cluster);
  await checkCapacity(cluster, phaseMs);
  await runPhases(stack, cluster, images, phaseMs);
}

/** The version of the second image, as its metrics and `ktima --version` show it. */
const nextVersion = '1.999.0';

/** The image, and the same with another version. */
async function buildBoth(base: string): Promise<string[]> {
  const first = await buildImage(base);
  const next = `localhost/ktima:${nextVersion}`;
  const args = ['--build-arg', `IMAGE=${first}`, '--build-arg', `VERSION=${nextVersion}`];
  await buildFrom('scripts/cluster/next-version.containerfile', [...args, '--tag', next]);
  return [first, next];
}

async function smokeTest(cluster: Cluster): Promise<void> {
  await smoke(cluster.front);
  await backUp(cluster);
  await waitFor(async () => (await versions(cluster)).length === 4, 60_000);
  assert.deepEqual(await cluster.prometheus.query('ktima_postgres_up == 0'), []);
  say('smoke test      every feature once, a backup; Prometheus has the metrics of all instances');
}

/** How far the model of docs/scaling.md may be off. */
const mostDifference = 0.2;

async function checkCapacity({ instances, front }: Cluster, phaseMs: number): Promise<void> {
  const [api1, api2] = instances;
  const rates = new Set([await rateOf(front.api)]);
  const clientsOf = async (api: string) => {
    const clients = await makeClients({ front: { ...front, api } }, rates);
    return clients.filter(({ kind }, i) => kind !== 'logins' && clients[i - 1]?.kind !== kind);
  };
  const difference = await compareCapacity([api1!, api2!], clientsOf, front.api, phaseMs);
  if (difference > mostDifference) process.exitCode = 1;
}

/** The nightly backup, into the folder of files, which is removed at the end. */
async function backUp({ primary, files }: Cluster): Promise<void> {
  const { url } = primary;
  const env = { KTIMA_DATABASE_URL: url('ktima'), KTIMA_AUTH_DATABASE_URL: url('auth') };
  await promisify(execFile)('sh', ['deploy/backup-postgres.sh', files], {
    env: { PATH: process.env.PATH!, ...env },
  });
}

/** The versions of the instances that Prometheus reaches. */
async function versions({ prometheus }: Cluster): Promise<string[]> {
  const found = await prometheus.query('ktima_build_info and on (instance) up == 1');
  return found.map(({ version }) => version!);
}

async function runPhases(
  stack: AsyncDisposableStack,
  cluster: Cluster,
  [first, next]: readonly string[],
  phaseMs: number,
): Promise<void> {
  const rates = new Set([await rateOf(cluster.front.api)]);
  const clients = await makeClients(cluster, rates);
  const kinds = [...new Set(clients.map(({ kind }) => kind))];
  const load = startLoad(clients);
  stack.defer(load.stop);
  say(`load            ${clients.length} clients ask through nginx`);
  await sleep(phaseMs);

  await migrate(cluster.owner(next!));
  await replaceAll(cluster, next!, nextVersion);
  say(`upgraded        all instances have ${nextVersion}; every feature once`);
  await sleep(phaseMs);
  await replaceAll(cluster, first!, version);
  say(`rolled back     all instances have ${version}; every feature once`);
  const calm = load.answers.length;
  const events: Event[] = [];
  await failOver(cluster, first!, rates, phaseMs, what =>
    events.push({ atMs: performance.now(), what }),
  );
  await load.stop();

  const [before, after] = [load.answers.slice(0, calm), load.answers.slice(calm)];
  console.log(`\n${summary(kinds, before)}`);
  const lost = before.filter(({ status, right }) => status !== 200 || !right);
  console.log(`\nUpgrade and rollback lost ${lost.length} of ${calm} requests.\n`);
  reportFailover(kinds, after, events);
  const isOver = ({ atMs, tookMs }: Answer) => atMs - tookMs > events.at(-1)!.atMs;
  const late = after.filter(answer => answer.status !== 200 && isOver(answer));
  if (lost.length + late.length > 0 || after.some(({ right }) => !right)) process.exitCode = 1;
}

function reportFailover(
  kinds: readonly string[],
  answers: readonly Answer[],
  events: readonly Event[],
): void {
  console.log(timeline(kinds, answers, events));
  console.log(`\n${summary(kinds, answers)}`);
  const reads = answers.filter(({ kind }) => kind === 'parcels');
  const wrong = answers.filter(({ right }) => !right).length;
  const failed = answers.filter(({ status }) => status !== 200);
  const promotedMs = events.find(({ what }) => what === promoted)!.atMs;
  const lastMs = Math.max(promotedMs, ...failed.map(({ atMs }) => atMs));
  console.log(
    `\nThe failover failed ${failed.length} of ${answers.length} requests, the last ${seconds(lastMs - promotedMs)} after the promotion. Answers\n` +
      `from the database stopped for ${seconds(longestGapMs(reads))} at most. Wrong answers: ${wrong}.`,
  );
}

/** After `fail_timeout` of deploy/nginx.conf, nginx uses an instance again that it found down. */
const nginxNoticesMs = 3_000;

/** Replaces one instance of each service, then the others, as docs/operations.md describes it. */
async function replaceAll(cluster: Cluster, image: string, expected: string): Promise<void> {
  const [api1, api2, auth1, auth2] = cluster.instances;
  for (const pair of [
    [auth1!, api1!],
    [auth2!, api2!],
  ]) {
    await Promise.all(pair.map(instance => replaceInstance(instance, image)));
    await sleep(nginxNoticesMs);
  }
  const four = Array(4).fill(expected).join();
  await waitFor(async () => (await versions(cluster)).join() === four, 60_000);
  await smoke(cluster.front);
}

const promoted = 'standby promoted';

/** Kills the primary, promotes the standby and imports. */
async function failOver(
  cluster: Cluster,
  image: string,
  rates: Set<number>,
  phaseMs: number,
  happened: (what: string) => void,
): Promise<void> {
  const { primary, standby } = cluster;
  await sleep(phaseMs);
  await caughtUp(primary, standby);
  primary.signal('SIGKILL');
  happened('primary killed (SIGKILL)');
  await sleep(phaseMs);
  happened(`ready: ${await readiness(cluster)}`);
  standby.run('pg_ctl', 'promote', '-s', '-w', '-D', standby.folder);
  happened(promoted);
  await sleep(phaseMs / 2);
  rates.add(newRate);
  happened('import begins');
  await importAgain(cluster, image);
  happened('both APIs use the import');
  await sleep(phaseMs / 2);
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
async function makeClients(
  { front }: Pick<Cluster, 'front'>,
  rates: Set<number>,
): Promise<Client[]> {
  const signal = () => AbortSignal.timeout(timeoutMs);
  const logIn = () =>
    fetch(`${front.auth}/auth/otp/login`, {
      method: 'POST',
      body: new URLSearchParams(user),
      signal: signal(),
    });
  const token = await login(front.auth);
  const askPlaces = () =>
    fetch(front.api + placesPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
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
    logins: { pauseMs: 400, ask: logIn, isRight: body => body.includes('"access_token":"') },
  };
  return Object.entries(kinds).flatMap(([kind, client]) => Array(3).fill({ kind, ...client }));
}

/** The /readyz statuses of all instances. */
async function readiness({ instances }: Cluster): Promise<string> {
  const statuses = await Promise.all(
    instances.map(async ({ url }) => (await fetch(`${url}/readyz`)).status),
  );
  return `API ${statuses.slice(0, 2).join(' and ')}, auth ${statuses.slice(2).join(' and ')}`;
}

/** Imports another rate, and waits until each API uses it. */
async function importAgain({ instances, files, owner }: Cluster, image: string): Promise<void> {
  const head = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';
  writeFileSync(join(files, 'rates.csv'), `${head}\n10,house,${newRate},2026-01-01,trial\n`);
  const source = ['--source', 'trial', '--allow-empty'];
  await owner(image)(['import', 'costs', '/files/rates.csv', ...source]);
  for (const { service, url } of instances) {
    if (service === 'api') await waitFor(async () => (await rateOf(url)) === newRate, 60_000);
  }
}

const options = {
  help: { type: 'boolean' },
  base: { type: 'string' },
  seconds: { type: 'string', default: '4' },
} as const;
await runCheck('check-cluster', async stack => {
  const { values } = parseArgs({ options });
  const phase = Number(values.seconds);
  if (values.help) return void process.stdout.write(help);
  if (!(phase >= 1 && phase <= 60)) throw new Error('--seconds: expected a number from 1 to 60');
  await check(stack, await baseImage(values.base), phase * 1_000);
});
