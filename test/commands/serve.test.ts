import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import { demoCalls } from '#app/commands/demo-welcome.ts';
import { welcome } from '#app/commands/run-services.ts';
import { townExample } from '#importing/shipped/town.ts';
import { plainText } from '#tools/terminal/print.ts';
import { startLocalServer } from '../local-server.ts';
import { without } from '../programs.ts';
import { longTest } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { scrape } from '../telemetry/scrape.ts';
import { loginAsDemo } from './api.ts';
import { fatalOf, ktima, ktimaHere, linesOf, newHome, serveHere, startKtima } from './ktima.ts';

test('where the sample town is not built, the demo names the command that builds it', () => {
  const [api, auth] = ['http://127.0.0.1:8000', 'http://127.0.0.1:8001'];
  const told = plainText(demoCalls(api, auth, false));
  assert.match(told, /sample town is not built: run `npm run build`/);
  assert.doesNotMatch(told, /Volos|curl/);
});

suite('the demo, in processes of its own', () => {
  const home = newHome();
  let demo: Awaited<ReturnType<typeof startKtima>>;
  before(async () => {
    demo = await startKtima(home.env, '--demo');
  });
  after(() => demo.stop().then(home.remove));

  test('every line that it prints works when pasted', { skip: without('curl') }, async () => {
    const login = (await (await loginAsDemo(demo.auth)).json()) as { access_token: string };
    const headers = { authorization: `Bearer ${login.access_token}` };
    // The sample portfolio is sent after the start.
    await waitFor(async () => {
      const sent = await (await fetch(`${demo.api}/api/portfolios/`, { headers })).json();
      return sent.portfolios.length > 0;
    }, 60_000);
    const started = { urls: demo, features: { hasDemoLogin: true }, metrics: undefined };
    const lines = plainText(welcome(started, true)).match(/^ {2}(?:TOKEN=|curl ).*$/gm)!;
    assert.equal(lines.length, 5);
    const shell = spawnSync('bash', ['-c', lines.join('\necho\n')], { encoding: 'utf8' });
    const printed = shell.stdout.trim().split('\n');
    const [address, report, places, portfolios] = printed.map(line => JSON.parse(line));
    assert.equal(address.results[0].match.level, 'house_number');
    assert.equal(report.parcel.kaek, townExample.kaek);
    const { as_new, as_is } = report.cost.reconstruction_cost;
    assert.ok(as_new > as_is);
    assert.ok(places.length > 20);
    assert.ok(places[0].walking_minutes > 0);
    assert.equal(portfolios.portfolios[0].name, 'volos.csv');
  });

  test('SIGTERM lets requests under way finish, and the stop ends before its deadline', async () => {
    const login = async () => {
      const response = await loginAsDemo(demo.auth);
      return [response.status, response.headers.get('connection')];
    };
    const underWay = Array.from({ length: 10 }, login);
    // Hashing takes long: when the first is done, the service has read the others, and they wait.
    await Promise.race(underWay);
    const stopping = demo.stop();
    const answers = await Promise.all(underWay);
    for (const [status] of answers) assert.equal(status, 200);
    assert.equal(answers.at(-1)![1], 'close');
    // At the deadline it would be 1.
    assert.equal(await stopping, 0);
  });
});

/** Opens connections that send nothing. */
async function connectIdly(addresses: readonly string[]): Promise<void> {
  const sockets = addresses.map(address =>
    // An error may close them too.
    connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {}),
  );
  await Promise.all(sockets.map(socket => once(socket, 'connect')));
}

longTest('without --demo nothing is filled in; idle connections delay no stop', async t => {
  const home = newHome(t);
  for (const args of [[], ['auth']]) {
    const service = await startKtima({ ...home.env, NODE_OPTIONS: '--trace-warnings' }, ...args);
    t.after(service.stop);
    const printed = text(service.child.stdout);
    if (service.api) {
      const ready = await fetch(`${service.api}/readyz`);
      assert.equal(ready.status, 503);
      const empty = /costs, places, parcels, settlements, boundaries, named_places are empty/;
      assert.match(await ready.text(), empty);
    }
    assert.equal((await fetch(`${service.auth}/readyz`)).status, 200);
    await fetch(`${service.auth}/healthz`);
    await connectIdly([service.api, service.auth].filter(Boolean));
    // At the deadline it would be 1.
    assert.equal(await service.stop(), 0);
    assert.equal(await printed, '', 'nothing for people without a terminal');
    const lines = linesOf(service.log());
    for (const line of lines) {
      assert.match(String(line.instance), /:\d+$/);
      assert.match(String(line.service), /^(serve|api|auth)$/);
      assert.ok(line.time && line.level);
    }
    const started = lines.find(({ msg }) => msg === 'started')!;
    assert.equal(started.version, '2.0.0');
    assert.equal(started.auth, service.auth);
    assert.equal(started.authDatabase, 'sqlite');
    assert.ok(lines.some(({ msg, signal }) => msg === 'stopping' && signal === 'SIGTERM'));
    assert.equal(lines.at(-1)!.msg, 'stopped');
    assert.ok(lines.some(({ route }) => route === '/healthz'));
  }
});

test('the demo refuses anything but loopback', async t => {
  const home = newHome(t);
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.com']) {
    const env = { ...home.env, KTIMA_HOST: host };
    const { code, stderr } = await ktimaHere(env, ['serve', '--demo']);
    assert.equal(code, 1);
    assert.match(fatalOf(stderr), /^KTIMA_HOST: expected a loopback address with --demo/);
  }
});

test('with keys and ended sessions out of reach a token is 503, logged and counted; the rest works', async t => {
  const home = newHome();
  const env = {
    ...home.env,
    KTIMA_JWKS_URL: 'http://127.0.0.1:9/jwks',
    KTIMA_ENDED_SESSIONS_URL: 'http://127.0.0.1:9/ended',
    KTIMA_METRICS_PORT: '0',
  };
  const api = await serveHere(env, 'api', '--demo');
  t.after(() => api.stop().then(home.remove));
  const claims = Buffer.from('{"alg":"ES256","kid":"x","typ":"at+jwt"}').toString('base64url');
  const response = await fetch(`${api.api}/api/points-of-interest/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${claims}.e30.AAAA` },
  });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '5');
  assert.equal((await fetch(`${api.api}/readyz`)).status, 200);
  const metrics = await scrape(api.metrics);
  for (const list of ['keys', 'ended_sessions']) {
    assert.equal(metrics.sum('ktima_token_list_failing', { list }), 1);
    assert.ok(metrics.sum('ktima_token_list_reads_total', { list, outcome: 'failed' }) >= 1);
  }
  assert.match(api.log(), /the keys to check tokens cannot be read/);
  assert.match(api.log(), /the list of ended sessions cannot be read/);
});

test('a port in use or an unknown host gives a one-sentence error', async t => {
  const home = newHome(t);
  const port = String((await startLocalServer(t)).port);
  const inUse = `cannot listen on 127.0.0.1:${port}: the port is in use by another program`;
  const first = await ktimaHere({ ...home.env, KTIMA_API_PORT: port }, ['serve', 'api']);
  assert.deepEqual([first.code, fatalOf(first.stderr)], [1, inUse]);
  // The second of the two as well: what already listens must not keep the process.
  const second = await ktima({ ...home.env, KTIMA_AUTH_PORT: port }, ['serve']);
  assert.deepEqual([second.code, fatalOf(second.stderr)], [1, inUse]);
  const nowhere = await ktimaHere({ ...home.env, KTIMA_HOST: 'a..b' }, ['serve', 'auth']);
  // Which of the two depends on the machine's resolver.
  assert.match(
    fatalOf(nowhere.stderr),
    /^cannot listen on a\.\.b:0: (no host of this name is known|the name of the host cannot be looked up now)$/,
  );
});

test('KTIMA_ACCESS_LOG=off: answers leave no line; else one each, with route and trace, not the URL', async t => {
  const home = newHome(t);
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const linesOf = async (accessLog: string) => {
    const service = await serveHere({ ...home.env, KTIMA_ACCESS_LOG: accessLog }, 'auth');
    t.after(service.stop);
    await fetch(`${service.auth}/healthz?secret`, { headers: { traceparent } });
    await fetch(`${service.auth}/secret`, { headers: { traceparent: `${traceparent}-secret` } });
    await service.stop();
    assert.doesNotMatch(service.log(), /secret/);
    return service.log().split('\n').filter(Boolean);
  };
  assert.deepEqual(await linesOf('off'), []);
  const [found, lost, ...more] = (await linesOf('on')).map(line => JSON.parse(line));
  assert.equal(`${found.method} ${found.route} ${found.status}`, 'GET /healthz 200');
  assert.ok(found.ms > 0 && found.requestId);
  assert.equal(`${lost.route} ${lost.status}`, '(none) 404');
  assert.deepEqual([found.traceparent, lost.traceparent], [traceparent, undefined]);
  assert.deepEqual(more, []);
});
