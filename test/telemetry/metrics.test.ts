import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { parse } from 'yaml';
import { reportDatabase } from '#app/services/telemetry.ts';
import { openWhenReachable, waitingFor } from '#app/services/wait-for-database.ts';
import { openMetrics } from '#app/telemetry/metrics.ts';
import { createMetricsServer } from '#app/telemetry/metrics-server.ts';
import { postgresMetrics } from '#app/telemetry/postgres-metrics.ts';
import { openStore } from '#storage/store/open-store.ts';
import { KtimaError } from '#tools/errors.ts';
import { revisionOf } from '#tools/version.ts';
import { password, tokensOf } from '../commands/auth-instance.ts';
import { fatalOf, ktima, ktimaHere, newHome, serveHere, startKtima } from '../commands/ktima.ts';
import { startLocalServer } from '../local-server.ts';
import { postgresTest, testPostgres } from '../postgres/database.ts';
import { openProxy } from '../postgres/proxy.ts';
import { longTest } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { requests, type Scrape, scrape, scrapeUntil } from './scrape.ts';

const demo = { username: 'demo', password: 'ktima-demo' };

function post(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
}

/** Sends bytes as they are and waits for the end of the connection. */
async function sendRaw(address: string, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
  socket.end(bytes);
  socket.resume();
  await once(socket, 'close');
}

function alertExpressions(): string[] {
  const file = readFileSync('deploy/kubernetes/monitoring/alerts.yaml', 'utf8');
  const { groups } = parse(file).spec as { groups: { rules: { expr: string }[] }[] };
  // The last group is of what Kubernetes itself measures.
  return groups.slice(0, -1).flatMap(({ rules }) => rules.map(({ expr }) => expr));
}

function dashboardExpressions(): string[] {
  const { panels } = JSON.parse(readFileSync('deploy/grafana/ktima.json', 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

test('metrics are served under IP addresses, names without a dot and the own name', async () => {
  const log = fastify({ logger: false }).log;
  const server = await createMetricsServer(log, 'Ktima.internal', async () => 'x 1');
  const cases: [host: string, status: number][] = [
    ['127.0.0.1:9464', 200],
    ['10.1.2.3', 200],
    ['[::1]:9464', 200],
    ['[fd00::1]', 200],
    ['localhost:9464', 200],
    ['api-1:9464', 200],
    ['ktima.internal:9464', 200],
    ['KTIMA.internal', 200],
    ['evil.example', 403],
    ['evil.example:9464', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['evil.', 403],
    ['ktima.internal.', 403],
  ];
  for (const [host, status] of cases) {
    const answer = await server.inject({ url: '/metrics', headers: { host } });
    assert.equal(answer.statusCode, status, host);
    assert.equal(answer.body.includes('x 1'), status === 200);
  }
  await server.close();
});

suite('the metrics of a running service', () => {
  const home = newHome();
  const env = { ...home.env, KTIMA_METRICS_PORT: '0', KTIMA_BACKUP_RECORDS: home.folder };
  let service: Awaited<ReturnType<typeof serveHere>>;
  before(async () => {
    service = await serveHere(env, '--demo');
  });
  after(() => service.stop().then(home.remove));
  const now = () => scrape(service.metrics);

  test('answers are counted by service, method, route and status, with their durations', async () => {
    const cost = `${service.api}/api/reconstruction-cost/`;
    await fetch(`${cost}?postal_code=10563&property_type=house&build_area=85`);
    await fetch(`${cost}?postal_code=10563&property_type=castle&build_area=85`);
    await fetch(`${cost}?postal_code=10563`, { method: 'HEAD' });
    await fetch(`${service.api}/api/points-of-interest/`, { method: 'POST' });
    const metrics = await now();
    const count = (labels: Record<string, string>) =>
      metrics.sum(requests, { service: 'api', ...labels });
    const route = '/api/reconstruction-cost/';
    assert.equal(count({ route, method: 'GET', status: '200' }), 1);
    assert.equal(count({ route, method: 'GET', status: '400' }), 1);
    assert.equal(count({ route, method: 'HEAD' }), 1);
    assert.equal(count({ route: '/api/points-of-interest/', status: '401' }), 1);
    const bucket = (le: string) =>
      metrics.sum('ktima_http_request_duration_seconds_bucket', { route, le });
    assert.equal(bucket('+Inf'), 3);
    assert.ok(bucket('0.00025') <= bucket('1') && bucket('1') <= 3);
    const seconds = metrics.sum('ktima_http_request_duration_seconds_sum', { route });
    assert.ok(seconds > 0 && seconds < 3);
    const errors = (code: string) =>
      metrics.sum('ktima_http_errors_total', { service: 'api', code });
    assert.equal(errors('UNAUTHENTICATED'), 1);
    assert.equal(errors('INVALID_INPUT'), 2);
    await waitFor(async () => (await now()).sum('ktima_http_requests_under_way') === 0, 30_000);
  });

  test('portfolios of all instances are counted by state', async () => {
    const answer = await post(`${service.auth}/auth/otp/login`, demo);
    const { access_token } = (await answer.json()) as { access_token: string };
    const sent = await fetch(`${service.api}/api/portfolios/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'text/csv' },
      body: new Uint8Array([0x1f, 0x8b, 8]),
    });
    assert.equal(sent.status, 202);
    const runs = 'ktima_portfolio_runs';
    const isOver = (seen: Scrape) => seen.sum(runs, { state: 'failed' }) === 1;
    const metrics = await scrapeUntil(service.metrics, isOver);
    assert.ok(isOver(metrics));
    assert.equal(metrics.sum(runs, { state: 'queued' }), 0);
    assert.equal(metrics.sum('ktima_portfolio_bytes'), 3);
    assert.equal(metrics.sum('ktima_portfolio_oldest_queued_seconds'), 0);
  });

  test('hostile paths and methods make no labels of their own', async () => {
    const paths = Array.from({ length: 40 }, (_, i) => `/no-such-path-${i}?address=Ermou+${i}`);
    await Promise.all(paths.map(path => fetch(service.api + path)));
    for (const method of ['PROPFIND', 'PURGE', 'MKCOL', 'TRACE']) {
      await sendRaw(service.api, `${method} /x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    }
    const metrics = await now();
    assert.equal(metrics.sum(requests, { service: 'api', route: '(none)', status: '404' }), 44);
    assert.equal(metrics.sum(requests, { service: 'api', method: 'other' }), 4);
    assert.doesNotMatch(metrics.text, /no-such-path|Ermou|PROPFIND/);
  });

  test('the names of the console’s files are one route', async () => {
    const page = await (await fetch(service.api)).text();
    const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
    assert.ok(files.length > 1, 'the console is built: npm run build');
    for (const [, path] of files) assert.equal((await fetch(service.api + path)).status, 200);
    const metrics = await now();
    const routes = metrics.labelValues(requests, 'route').filter(r => r.startsWith('/assets'));
    assert.deepEqual(routes, ['/assets/*']);
  });

  test('malformed requests and disconnected clients are counted', async () => {
    await sendRaw(service.api, 'NONSENSE\r\n\r\n');
    await sendRaw(service.api, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    const leaving = connect(Number(new URL(service.auth).port), '127.0.0.1');
    leaving.write('POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
    leaving.write('Content-Length: 99\r\n\r\n{');
    const underWay = 'ktima_http_requests_under_way';
    const waiting = await scrapeUntil(service.metrics, seen => seen.sum(underWay) > 0);
    assert.equal(waiting.sum(underWay, { service: 'auth' }), 1);
    leaving.destroy();
    const metrics = await scrapeUntil(service.metrics, seen => seen.sum(underWay) === 0);
    const unreadable = (reason: string) =>
      metrics.sum('ktima_http_requests_unreadable_total', { service: 'api', reason });
    assert.equal(unreadable('malformed'), 1);
    assert.equal(unreadable('too_large'), 1);
    assert.equal(metrics.sum('ktima_http_requests_aborted_total', { service: 'auth' }), 1);
  });

  test('logins and refreshes are counted by outcome, without user names', async () => {
    const before = await now();
    const url = `${service.auth}/auth/otp/login`;
    const first = await tokensOf(await post(url, demo));
    assert.equal((await post(url, { ...demo, password: 'wrong-1' })).status, 401);
    assert.equal((await post(url, { ...demo, username: 'secret-name' })).status, 401);
    const refresh = (refresh_token: string) =>
      post(`${service.auth}/auth/token/refresh`, { refresh_token });
    const second = await tokensOf(await refresh(first.refresh_token));
    await tokensOf(await refresh(second.refresh_token));
    assert.equal((await refresh(first.refresh_token)).status, 401, 'spent, and its successor too');
    assert.equal((await refresh('never issued')).status, 401);
    const inBrowser = (path: string, cookie = '') =>
      fetch(`${service.auth}${path}`, {
        method: 'POST',
        headers: { origin: service.api, cookie },
        ...(path === '/auth/session' && { body: new URLSearchParams(demo) }),
      });
    const [cookie] = (await inBrowser('/auth/session')).headers.get('set-cookie')!.split(';');
    assert.equal((await inBrowser('/auth/session/refresh', cookie)).status, 200);
    assert.equal((await inBrowser('/auth/session/refresh')).status, 401, 'no cookie: no refresh');
    const form = { client_id: 'secret-name', client_secret: 'x' };
    const asked = { grant_type: 'client_credentials', ...form };
    const unknown = { method: 'POST', body: new URLSearchParams(asked) };
    assert.equal((await fetch(`${service.auth}/auth/token`, unknown)).status, 401);
    const metrics = await now();
    const more = (name: string, outcome: string) =>
      metrics.sum(name, { outcome }) - before.sum(name, { outcome });
    assert.equal(more('ktima_logins_total', 'granted'), 2);
    assert.equal(more('ktima_logins_total', 'wrong'), 2);
    assert.equal(more('ktima_client_tokens_total', 'wrong'), 1);
    assert.equal(more('ktima_refreshes_total', 'granted'), 3);
    assert.equal(more('ktima_refreshes_total', 'reused'), 1);
    assert.equal(more('ktima_refreshes_total', 'refused'), 1);
    assert.doesNotMatch(metrics.text, /demo|secret-name|127\.0\.0\.1/);
  });

  test('second factors, locks and too many logins have their own outcomes', async () => {
    const url = `${service.auth}/auth/otp/login`;
    await ktimaHere(env, ['user', 'add', 'maria'], `${password}\n`);
    await ktimaHere(env, ['user', 'otp', 'maria']);
    const maria = { username: 'maria', password };
    await post(url, maria);
    await post(url, { ...maria, otp: '000000' });
    for (let i = 0; i < 11; i++) await post(url, { ...demo, password: `guess-${i}-of-many` });
    const flood = await Promise.all(Array.from({ length: 40 }, () => post(url, demo)));
    const busy = flood.filter(({ status }) => status === 503).length;
    const metrics = await now();
    const count = (outcome: string) => metrics.sum('ktima_logins_total', { outcome });
    assert.equal(count('second_factor_missing'), 1);
    assert.equal(count('second_factor_wrong'), 1);
    assert.ok(count('locked') >= 1);
    assert.ok(busy > 0);
    assert.equal(count('busy'), busy);
    assert.equal(metrics.sum('ktima_hashing_slots'), 1);
    assert.equal(metrics.sum('ktima_hashing_queue'), 20);
  });

  test('after an import the metrics show the new version, age and rows', async () => {
    const before = await now();
    const layer = { layer: 'places' };
    const [oldVersion] = before.labelValues('ktima_dataset_info', 'version');
    assert.match(oldVersion!, /^[\da-f]{12}$/);
    assert.ok(before.sum('ktima_dataset_rows', { ...layer, source: 'sample' }) > 100);
    assert.ok(before.sum('ktima_dataset_rows', { source: 'gazetteer' }) > 10_000);
    assert.ok(before.sum('ktima_dataset_rows', { layer: 'parcels' }) > 0);
    const file = join(home.folder, 'banks.csv');
    const head = 'external_id,name_en,name_gr,place_category,place_type,latitude,longitude\n';
    writeFileSync(file, `${head}new/1,New,,,bank,37.9755,23.7348\n`);
    const start = Date.now();
    assert.equal((await ktimaHere(env, ['import', 'places', file])).code, 0);
    const ours = { ...layer, source: 'banks' };
    const loads = { part: 'edition', outcome: 'loaded' };
    const metrics = await scrapeUntil(
      service.metrics,
      seen =>
        seen.sum('ktima_dataset_rows', ours) === 1 && seen.sum('ktima_data_loads_total', loads) > 0,
    );
    assert.equal(metrics.sum('ktima_dataset_rows', ours), 1);
    assert.equal(metrics.sum('ktima_dataset_rows', { ...layer, source: 'sample' }), 0, 'replaced');
    const age = metrics.sum('ktima_dataset_age_seconds', ours);
    assert.ok(age >= 0 && age <= (Date.now() - start) / 1_000, `${age}`);
    assert.ok(age < before.sum('ktima_dataset_age_seconds', { ...layer, source: 'sample' }));
    assert.equal(metrics.sum('ktima_dataset_info', ours), 1);
    assert.equal(metrics.sum('ktima_data_loads_total', loads), 1);
    assert.equal(metrics.sum('ktima_data_load_failing'), 0);
    assert.equal(metrics.sum('ktima_edition_behind'), 0);
    const built = metrics.sum('ktima_edition_age_seconds');
    assert.ok(built >= 0 && built < 3_600, `${built}`);
  });

  test('the metrics show an edition that cannot be loaded, until the next can', async () => {
    const part = { part: 'edition' };
    const failing = 'ktima_data_load_failing';
    const store = await openStore({ url: env.KTIMA_DATABASE_URL });
    const [source] = await store.loadedSources();
    const { rows } = await store.editions.read();
    // As another version of Ktima would have built it.
    assert.ok(await store.editions.write(rows, [{ ...source!, checksum: 'other' }]));
    await store.close();
    const failed = await scrapeUntil(service.metrics, seen => seen.sum(failing, part) === 1);
    assert.equal(failed.sum(failing, part), 1);
    assert.ok(failed.sum('ktima_data_loads_total', { ...part, outcome: 'failed' }) > 0);
    assert.equal((await ktimaHere(env, ['migrate', 'api'])).code, 0);
    const found = await scrapeUntil(service.metrics, seen => seen.sum(failing) === 0);
    assert.equal(found.sum(failing), 0);
  });

  test('pipelined requests on a broken connection do not remain counted as in progress', async () => {
    const socket = connect(Number(new URL(service.auth).port), '127.0.0.1');
    const login = JSON.stringify({ username: 'nobody', password: 'wrong' });
    const head = 'POST /auth/otp/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: ${login.length}\r\n\r\n${login}`.repeat(2));
    socket.write(`${head}Content-Length: 99\r\n\r\n{`);
    const underWay = 'ktima_http_requests_under_way';
    const seen = await scrapeUntil(service.metrics, metrics => metrics.sum(underWay) > 0);
    socket.destroy();
    assert.ok(seen.sum(underWay) > 0);
    const after = await scrapeUntil(service.metrics, metrics => metrics.sum(underWay) === 0);
    assert.equal(after.sum(underWay), 0);
  });

  test('there are metrics of the process, the event loop and the build', async () => {
    const metrics = await now();
    assert.ok(metrics.sum('process_resident_memory_bytes') > 1e7);
    assert.ok(metrics.sum('nodejs_eventloop_lag_p99_seconds') > 0);
    const build = { version: '2.0.0', property_database: 'sqlite' };
    assert.equal(metrics.sum('ktima_build_info', build), 1);
    assert.deepEqual(metrics.labelValues('ktima_build_info', 'revision'), [revisionOf()]);
    for (const database of ['property', 'authentication']) {
      const free = metrics.sum('ktima_disk_free_bytes', { database });
      assert.ok(free > 0 && free < metrics.sum('ktima_disk_size_bytes', { database }), database);
    }
  });

  test('the metrics show the last backup, its size, and a later one that failed', async () => {
    const auth = { service: 'auth' };
    const none = await now();
    assert.deepEqual(none.labelValues('ktima_backup_age_seconds', 'service'), []);
    assert.equal(none.sum('ktima_backup_failing'), 0);
    assert.deepEqual(none.labelValues('ktima_backup_failing', 'service'), ['api', 'auth', 'usage']);
    const file = join(home.folder, 'auth.backup');
    assert.equal((await ktimaHere(env, ['backup', 'auth', file])).code, 0);
    const made = await now();
    assert.equal(made.sum('ktima_backup_bytes', auth), statSync(file).size);
    const age = made.sum('ktima_backup_age_seconds', auth);
    assert.ok(age >= 0 && age < 600, `${age}`);
    assert.equal((await ktimaHere(env, ['backup', 'auth', file])).code, 1, 'exists already');
    const failed = await now();
    assert.equal(failed.sum('ktima_backup_failing', auth), 1);
    assert.equal(failed.sum('ktima_backup_bytes', auth), statSync(file).size);
    assert.equal((await ktimaHere(env, ['backup', 'auth', file, '--force'])).code, 0);
    assert.equal((await now()).sum('ktima_backup_failing'), 0);
  });

  test('alerts, dashboard and docs name only existing metrics, and the docs name all', async () => {
    const { names, labelValues } = await now();
    const exposed = new Set(names);
    const handbook = readFileSync('docs/operations.md', 'utf8');
    const documented = new Set(handbook.match(/^\| `ktima_\w+/gm)!.map(cell => cell.slice(3)));
    const unknown = names.filter(name => name.startsWith('ktima_') && !documented.has(name));
    assert.deepEqual(unknown, [], 'not in docs/operations.md');
    const used = [alertExpressions(), dashboardExpressions(), handbook].flat();
    for (const name of used.flatMap(text => text.match(/\b(ktima|nodejs|process)_\w+/g) ?? [])) {
      // Roles, a table and a database of PostgreSQL.
      if (['ktima_api', 'ktima_auth', 'ktima_migrations', 'ktima_new'].includes(name)) continue;
      const base = name.replace(/_(bucket|sum|count)$/, '');
      assert.ok(exposed.has(name) || exposed.has(base), `${name} is no metric`);
    }
    const known = new Set(
      ['ktima_logins_total', 'ktima_refreshes_total'].flatMap(n => labelValues(n, 'outcome')),
    );
    for (const [, outcomes] of used.join('\n').matchAll(/outcome=~?"([\w|]+)"/g)) {
      for (const outcome of outcomes!.split('|')) assert.ok(known.has(outcome), outcome);
    }
  });

  test('the public ports serve no metrics, and the metrics port serves nothing else', async () => {
    for (const host of [service.api, service.auth]) {
      assert.equal((await fetch(`${host}/metrics`)).status, 404);
    }
    const { origin } = new URL(service.metrics);
    assert.equal((await fetch(`${origin}/api/reconstruction-cost/`)).status, 404);
    assert.equal((await fetch(`${origin}/auth/otp/login`, { method: 'POST' })).status, 404);
    assert.equal((await fetch(service.metrics, { method: 'POST' })).status, 405);
  });
});

longTest('without the setting there are no metrics, and nothing for them is loaded', async t => {
  const home = newHome();
  t.after(home.remove);
  const env = { ...home.env, NODE_OPTIONS: '--import=./test/telemetry/print-loaded-modules.ts' };
  const plain = await startKtima(env, 'auth');
  t.after(plain.stop);
  assert.equal(plain.metrics, '');
  assert.equal((await fetch(`${plain.auth}/metrics`)).status, 404);
  await plain.stop();
  assert.match(plain.log(), /loaded .*fastify/);
  assert.doesNotMatch(plain.log(), /prom-client|opentelemetry|src\/telemetry\//);
});

longTest('a port of metrics in use stops the start', async t => {
  const home = newHome();
  t.after(home.remove);
  const port = String((await startLocalServer(t)).port);
  const sentence = `cannot listen on 127.0.0.1:${port}: the port is in use by another program`;
  const { code, stderr } = await ktima({ ...home.env, KTIMA_METRICS_PORT: port }, [
    'serve',
    'auth',
  ]);
  assert.deepEqual([code, fatalOf(stderr)], [1, sentence]);
});

postgresTest('the metrics show an outage of PostgreSQL, its end, and the connections', async t => {
  const home = newHome();
  const url = new URL(await testPostgres());
  const proxy = await openProxy(Number(url.port || 5432));
  url.port = String(proxy.port);
  const env = {
    ...home.env,
    KTIMA_AUTH_DATABASE_URL: url.href,
    KTIMA_METRICS_PORT: '0',
    KTIMA_POSTGRES_TIMEOUT_MS: '2000',
    KTIMA_CONSOLE_ORIGINS: 'https://console.example',
  };
  const service = await serveHere(env, 'auth');
  t.after(async () => {
    await service.stop();
    await proxy.close();
    home.remove();
  });
  const database = 'authentication';
  const login = () => post(`${service.auth}/auth/otp/login`, { username: 'x', password: 'y' });
  assert.equal((await login()).status, 401);
  const well = await scrape(service.metrics);
  assert.equal(well.sum('ktima_postgres_up', { database }), 1);
  assert.ok(well.sum('ktima_postgres_connections', { database, state: 'idle' }) > 0);
  assert.equal(well.sum('ktima_postgres_waiting', { database }), 0);
  assert.equal(well.sum('ktima_build_info', { authentication_database: 'postgres' }), 1);

  await proxy.refuse();
  assert.equal((await login()).status, 503);
  const body = new URLSearchParams({ username: 'x', password: 'y' });
  const headers = { origin: 'https://console.example' };
  const signIn = await fetch(`${service.auth}/auth/session`, { method: 'POST', headers, body });
  assert.equal(signIn.status, 503);
  const lost = await scrape(service.metrics);
  assert.equal(lost.sum('ktima_postgres_up', { database }), 0);
  assert.equal(lost.sum('ktima_postgres_connections', { database }), 0);
  assert.equal(lost.sum('ktima_logins_total', { outcome: 'unavailable' }), 2);

  await proxy.listen();
  assert.equal((await login()).status, 401);
  const isUp = (metrics: Scrape) => metrics.sum('ktima_postgres_up', { database }) === 1;
  assert.ok(isUp(await scrapeUntil(service.metrics, isUp)));
});

test('an outage of SQLite is not counted as one of PostgreSQL', async () => {
  const registry = new Registry();
  const watch = postgresMetrics(registry)('property');
  watch.onOutage('the disk of the database is full');
  assert.doesNotMatch(await registry.metrics(), /^ktima_postgres_up/m);
  watch.onPool(() => ({ busy: 0, idle: 1, waiting: 0 }));
  watch.onOutage('gone');
  assert.match(await registry.metrics(), /^ktima_postgres_up\{database="property"\} 0$/m);
});

test('ktima_postgres_up is 0 at each attempt of a start that waits, and 1 when it is open', async () => {
  const metrics = openMetrics(
    { property: 'postgres://db/x', authentication: '' },
    () => new Date(),
  );
  const reports = reportDatabase(pino({ level: 'silent' }), 'property', { metrics });
  const up = async () => {
    const text = await metrics.registry.metrics();
    return /^ktima_postgres_up\{database="property"\} (\d)$/m.exec(text)?.[1];
  };
  const seen: (string | undefined)[] = [];
  const open = async () => {
    // As openPostgres does: a pool of its own, whose first use reports the outage.
    reports.onPool(() => ({ busy: 0, idle: 0, waiting: 0 }));
    seen.push(await up());
    const check = async () => {
      if (seen.length === 5) return;
      reports.onOutage('connection refused');
      throw new KtimaError('UNAVAILABLE', 'not yet');
    };
    return { check, close: async () => void seen.push(await up()) };
  };
  const begin = async () => {};
  await openWhenReachable(open, waitingFor('postgres://db/x', reports, begin));
  assert.deepEqual(seen, ['0', '0', '0', '0', '0']);
  assert.equal(await up(), '1');
});
