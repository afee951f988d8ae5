import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { nginxFaults, startNginx } from '../scripts/cluster/nginx.ts';
import { freePort } from './postgres/cluster.ts';
import { needProgram } from './programs.ts';
import { temporaryFolder } from './temporary-folder.ts';

needProgram('nginx');

const cookie = '__Secure-a=b; Path=/auth/session; Max-Age=9; HttpOnly; Secure; SameSite=Strict';
const jsonOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

suite('nginx with deploy/nginx.conf', async () => {
  // Responds with the request that it received.
  const instance = createServer((request, response) => {
    response.setHeader('set-cookie', cookie);
    request.resume().on('end', () => response.end(JSON.stringify(request.headers)));
  }).listen(0, '127.0.0.1');
  await once(instance, 'listening');
  const { port } = instance.address() as AddressInfo;
  const gone = '127.0.0.1:1';
  const front = await startNginx({ api: [gone, `127.0.0.1:${port}`], auth: [gone, gone] });

  test('sends every kind of request to the next instance when one is down', async () => {
    for (const method of ['GET', 'POST', 'GET', 'POST']) {
      assert.equal((await fetch(front.api, { method })).status, 200);
    }
  });

  test('replaces the X-Forwarded-For of the client with its address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const reached = await jsonOf(await fetch(front.api, { headers }));
    assert.equal(reached['x-forwarded-for'], '127.0.0.1');
    assert.equal(reached.host, new URL(front.api).host);
    assert.equal(reached.connection, undefined);
  });

  test('passes the session cookie and the headers that protect it unchanged', async () => {
    const headers = {
      cookie: `__Secure-ktima-session=${'x'.repeat(43)}`,
      origin: 'https://console.example',
      'sec-fetch-site': 'same-site',
    };
    const answer = await fetch(front.api, { method: 'POST', headers });
    assert.deepEqual(answer.headers.getSetCookie(), [cookie]);
    const reached = await jsonOf(answer);
    for (const [name, value] of Object.entries(headers)) assert.equal(reached[name], value);
  });

  test('passes the largest body that an operation accepts', async () => {
    const body = 'x'.repeat(262_144);
    assert.equal((await fetch(front.api, { method: 'POST', body })).status, 200);
  });

  test('passes files of portfolios and documents on, and only those', async () => {
    const body = 'x'.repeat(2_000_000);
    for (const path of ['/api/portfolios/?name=a.csv', '/api/property-report/document/']) {
      assert.equal((await fetch(front.api + path, { method: 'POST', body })).status, 200);
    }
    const other = `${front.api}/api/points-of-interest/`;
    assert.equal((await fetch(other, { method: 'POST', body })).status, 413);
  });

  test('returns errors in the form of the services', async () => {
    const cases = [
      {
        status: 413,
        answer: await fetch(`${front.api}/api/portfolios/`, {
          method: 'POST',
          headers: { 'content-length': '60000000' },
          body: new ReadableStream({ start: stream => stream.enqueue(new Uint8Array(9)) }),
          duplex: 'half',
        } as RequestInit),
      },
      {
        status: 413,
        answer: await fetch(front.api, { method: 'POST', body: 'x'.repeat(600_000) }),
      },
      {
        status: 413,
        answer: await fetch(`${front.api}/api/property-report/document/`, {
          method: 'POST',
          body: 'x'.repeat(14_680_065),
        }),
      },
      { status: 503, answer: await fetch(`${front.auth}/auth/otp/login`, { method: 'POST' }) },
    ];
    for (const { status, answer } of cases) {
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.match(answer.headers.get('x-request-id') ?? '', /^\w{32}$/);
      const { error, message, ...rest } = await jsonOf(answer);
      assert.deepEqual([error, typeof message, rest], [status, 'string', {}]);
    }
    assert.equal(cases.at(-1)!.answer.headers.get('retry-after'), '2');
  });

  test('stops listening when it is stopped', async () => {
    await front.stop();
    instance.close();
    await assert.rejects(fetch(front.api));
  });
});

test('nginx accepts the configuration of one machine', async t => {
  const { path } = temporaryFolder(t);
  const [key, certificate] = [`${path}/key.pem`, `${path}/cert.pem`];
  const names = ['-keyout', key, '-out', certificate, '-subj', '/CN=ktima.example'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names], {
    stdio: 'ignore',
  });
  const shipped = readFileSync('deploy/one-machine/nginx.conf', 'utf8');
  const port = await freePort();
  const local = shipped
    .replaceAll('/etc/ssl/ktima', path)
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace(/listen (443|80)/g, `listen 127.0.0.1:${port}`);
  assert.equal(nginxFaults(local, path), '');
  assert.match(nginxFaults(local.replace('proxy_pass', 'proxy_past'), path), /"proxy_past"/);
});

test('a GET that got 503 is sent once to the other instance; in a shared outage both stay in use', async t => {
  const asked = { 'POST /': 0, 'GET /': 0 };
  const answerWith = async (statusOf: (path: string) => number) => {
    const server = createServer((request, response) => {
      const key = `${request.method} ${request.url}`;
      if (key in asked) asked[key as keyof typeof asked]++;
      request.resume().on('end', () => response.writeHead(statusOf(request.url!)).end('{}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const inOutage = (path: string) => (path === '/memory' ? 200 : 503);
  const [lost, well] = [await answerWith(() => 503), await answerWith(() => 200)];
  const [one, shared] = [
    await startNginx({ api: [lost, well], auth: [well] }),
    await startNginx({
      api: [await answerWith(inOutage), await answerWith(inOutage)],
      auth: [well],
    }),
  ];
  t.after(() => Promise.all([one.stop(), shared.stop()]));
  const statuses = async (url: string, method: string, times: number) => {
    const answers = Array.from({ length: times }, () => fetch(url, { method, body: null }));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  const gets = await statuses(`${one.api}/a`, 'GET', 300);
  assert.ok(gets.filter(status => status !== 200).length <= 3, '1 % of GETs');
  const posts = await statuses(`${one.api}/`, 'POST', 20);
  assert.ok(posts.includes(503) && asked['POST /'] === 20, 'no POST is sent twice');
  assert.deepEqual(new Set(await statuses(`${shared.api}/`, 'GET', 30)), new Set([503]));
  assert.equal(asked['GET /'], 60, 'each once at both');
  assert.deepEqual(new Set(await statuses(`${shared.api}/memory`, 'GET', 30)), new Set([200]));
});
