import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import test, { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { enrichByService } from '#app/commands/portfolios/enrich-by-service.ts';
import { openRemoteService } from '#app/commands/portfolios/remote-service.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { startLocalServer } from '../local-server.ts';
import { longTest, sampleOf } from '../sample.ts';
import { provenance } from '../service.ts';
import { cityWays, wayRow } from '../walking/city.ts';
import { assertRefused, ktimaHere, newHome, serveHere } from './ktima.ts';

const home = newHome();
const services = await serveHere(home.env, '--demo');
after(() => services.stop().then(home.remove));
while ((await (await fetch(`${services.api}/readyz`)).json()).address_index !== 'current') {
  await sleep(50);
}

const newClient = async (scopes: string) => {
  const args = ['client', 'add', `nightly-${scopes}`, '--scopes', scopes, '--json'];
  const { client_id, client_secret } = JSON.parse((await ktimaHere(home.env, args)).stdout);
  return { id: client_id as string, secret: client_secret as string };
};
const client = await newClient('portfolio,places');

const file = (name: string) => `${home.folder}/${name}`;
const read = (name: string) => readFileSync(file(name), 'utf8');
const enrich = (input: string, output: string, ...more: string[]) =>
  ktimaHere(home.env, ['enrich', input, '-o', file(output), '--threads', '1', ...more]);
const enrichThere = (input: string, output: string, { id, secret } = client, ...more: string[]) =>
  ktimaHere({ ...home.env, KTIMA_CLIENT_SECRET: secret, KTIMA_DATABASE_URL: 'sqlite:/nowhere' }, [
    ...['enrich', input, '-o', file(output), '--url', services.api, '--client-id', id],
    ...more,
  ]);

/** Every kind of row: each way to say where it is, contradictions, guesses, faults. */
const kinds = [
  'Ερμού 15,,,10563,Αθήνα,,,,διαμέρισμα,"85,5",1998,',
  'Ερμού 15,,,54622,,,,,house,120,1970,',
  'Egnatia 45 Thessaloniki,,,,,,,,apartment,90,2005,',
  ',Εγνατία,45,,Θεσσαλονίκη,,,,apartment,90,2005,',
  ',,,10434,,,,,maisonette,200,,',
  ',,,,,37.98692,23.73623,,apartment,70,1960,',
  ',,,,,23.73623,37.98692,,apartment,70,1960,',
  ',,,,,48.85,2.35,,apartment,70,1960,',
  ',,,,,0,0,,apartment,70,1960,',
  ',,,,,,,050099901001,house,100,1990,',
  ',,,54622,,,,050099901001,house,100,1990,',
  ',,,,,,,050099999999,house,100,1990,',
  'Ερμού 15,,,10563,Πάτρα,,,,castle,-1,2999,',
  'Λεωφόρος Ανύπαρκτη 7,,,,Αθήνα,,,,house,80,1980,',
  'xyzzy qwerty,,,99999,Πουθενά,,,,house,80,1980,',
  ',,,,,,,,house,80,1980,',
  'Μηλιές,,,,,,,,house,80,1980,',
  'ΧΩΡΙΟ ΑΓΙΑ ΠΑΡΑΣΚΕΥΗ,,,,,,,,house,80,1980,ΗΛΕΙΑΣ',
  'Ερμού 15,,,26221,,,,,house,80,1980,Αττικής',
];
const header =
  'address,street,house_number,postal_code,city,latitude,longitude,kaek_code,type,area,year_built,Νομός';
const book = file('book.csv');
writeFileSync(book, `${[header, ...kinds, ...kinds, ...kinds].join('\n')}\n`);

longTest('a file enriched by a service is that enriched with its data', async () => {
  const store = openSqliteStore(file('ktima.db'));
  const city = { south: 37.97, west: 23.72, size: 30, blockMetres: 70, seed: 1 };
  await replaceRows(store, 'map', provenance, Array.from(cityWays(city), wayRow));
  await store.close();
  const options = ['--places', 'metro_station,park, park', '--summary'];
  const here = await enrich(book, 'here.csv', '--no-zones', ...options, file('here.json'));
  assert.equal(here.code, 0, here.stderr);
  const there = await enrichThere(book, 'there.csv', client, ...options, file('there.json'));
  assert.equal(there.code, 0, there.stderr);
  assert.equal(read('there.csv'), read('here.csv'));
  const [names, ...rows] = read('here.csv').split('\n');
  const walked = names!.split(',').indexOf('metro_station_nearest_walk_m');
  const metres = rows.flatMap(row => row.match(/("[^"]*"|[^,]*)(,|$)/g)?.[walked] ?? []);
  assert.ok(metres.filter(text => /^"\d+,\d+"/.test(text)).length >= 15, `${metres}`);
  const summaries = ['here', 'there'].map(name => {
    const { seconds: _, input: __, output: ___, ...rest } = JSON.parse(read(`${name}.json`));
    return rest;
  });
  assert.deepEqual(summaries[1], summaries[0]);
  assert.ok(summaries[0].with_cost > 10 && summaries[0].with_parcel > 2);
});

test('a run that is interrupted, or that failed, is removed at the service', async t => {
  const asked: string[] = [];
  const ending = new AbortController();
  const states = ['running', 'failed'];
  const server = await startLocalServer(t, async (request, response) => {
    if (request.url === '/auth/token') {
      return void response.end('{"access_token":"t","expires_in":600}');
    }
    asked.push(`${request.method} ${request.url!.replace(/\?.*/, '')}`);
    const state = states[0];
    response.end(JSON.stringify({ id: 'a', state, bytes: 10, rows: 0, progress: 0, error: 'no' }));
    if (request.method === 'GET' && state === 'running') ending.abort();
    if (request.method === 'DELETE') states.shift();
  });
  const run = (signal: AbortSignal) =>
    enrichByService({
      input: book,
      options: {
        ...{ url: server.url, authUrl: server.url, clientId: 'x', map: [], minConfidence: 0 },
        ...{
          output: file('never.csv'),
          language: 'en',
          years: 'ranges',
          parcel: true,
          force: false,
          resume: false,
        },
        ...{
          accumulate: 'total',
          implausible: 'keep',
          mostInsuredRatio: 3,
          duplicates: 'keep',
          areaRange: { least: 1, most: 2 },
          yearRange: { least: 1, most: 2 },
        },
      },
      clientSecret: 'y',
      isGiven: () => false,
      terminal: { stdin: process.stdin, stdout: process.stdout },
      progress() {},
      signal,
    });
  await assert.rejects(run(ending.signal), { name: 'AbortError' });
  await assert.rejects(run(new AbortController().signal), /^KtimaError: no$/);
  const once = ['POST /api/portfolios/', 'GET /api/portfolios/a/', 'DELETE /api/portfolios/a/'];
  assert.deepEqual(asked, [...once, ...once]);
  assert.ok(!existsSync(file('never.csv')));
});

longTest(
  'format, encoding, decimal sign, years and kinds of zones are those of the command',
  async () => {
    const all = await newClient('portfolio,zones');
    const written = ['--decimal-comma', '--output-encoding', 'windows-1253', '--no-bom'];
    const cases: [string, string[]][] = [
      ['w.csv', [...written, '--zones', 'flood,earthquake', '--year-range', '1965-2026']],
      ['w.geojson', ['--no-zones']],
      ['w-oed.csv', ['--format', 'oed']],
    ];
    for (const [name, options] of sampleOf(cases)) {
      const here = await enrich(book, `here-${name}`, ...options);
      assert.equal(here.code, 0, here.stderr);
      const there = await enrichThere(book, `there-${name}`, all, ...options);
      assert.equal(there.code, 0, there.stderr);
      const [a, b] = ['here', 'there'].map(side => readFileSync(file(`${side}-${name}`)));
      assert.deepEqual(b, a, name);
    }
    assert.match(read('here-w.csv'), /zone_flood_result.*zone_earthquake_result/);
    const refused = enrichThere(book, 'x.csv', all, '--zones', 'flood,ash');
    await assertRefused(refused, /zones: expected true, false, or some of .*; got ash/);
    await assertRefused(
      enrichThere(book, 'x.csv', client, '--zones', 'flood'),
      /the token does not have the scope zones/,
    );
  },
);

test('what is missing or wrong is named', async () => {
  const narrow = await newClient('report');
  const places = enrichThere(book, 'x.csv', narrow, '--places', 'park');
  await assertRefused(places, /portfolios\/.*: the token does not have the scope portfolio/);
  const none = await newClient('portfolio');
  await assertRefused(
    enrichThere(book, 'x.csv', none, '--places', 'park'),
    /the token does not have the scope places/,
  );
  await assertRefused(
    enrichThere(file('absent.csv'), 'x.csv'),
    /absent\.csv: there is no such file/,
  );
  const wrong = { id: client.id, secret: 'x'.repeat(40) };
  await assertRefused(enrichThere(book, 'x.csv', wrong), /auth\/token: /);
  const refused: [string[], RegExp][] = [
    [
      ['--url', services.api],
      /--url: expected also --client-id, and its secret in KTIMA_CLIENT_SECRET/,
    ],
    [['--client-id', 'x'], /expected together with --url/],
    [['--url', services.api, '--threads', '2'], /--threads: expected without --url/],
    [['--url', services.api, '--resume'], /--resume: expected without --url/],
    [['--url', 'ftp://x', '--client-id', 'x'], /--url: expected an address that begins with https/],
    [
      ['--url', services.api, '--client-id', 'x', '--auth-url', 'http://auth.example'],
      /--auth-url: expected an address that begins with https:\/\/, the secret would be sent/,
    ],
  ];
  for (const [args, message] of refused) {
    const env = { ...home.env, ...(args.length > 2 && { KTIMA_CLIENT_SECRET: client.secret }) };
    const run = ktimaHere(env, ['enrich', book, '-o', file('y.csv'), ...args]);
    await assertRefused(run, message);
  }
});

test('429 and 503 are tried again after Retry-After; a long one ends the run', async t => {
  const statuses = [503, 429, 200, 429];
  const after = ['2', '7', '0', '86400'];
  const server = await startLocalServer(t, (request, response) => {
    if (request.url === '/auth/token') {
      return void response.end('{"access_token":"t","expires_in":600}');
    }
    const status = statuses.shift()!;
    response.writeHead(status, { 'retry-after': after.shift()! });
    response.end(status === 200 ? '[1]' : '{"message":"over the quota"}');
  });
  const waits: number[] = [];
  const send = await openRemoteService({
    url: server.url,
    authUrl: server.url,
    clientId: 'x',
    clientSecret: 'y',
    wait: async milliseconds => void waits.push(milliseconds),
  });
  assert.deepEqual(await (await send('x')).json(), [1]);
  assert.deepEqual(waits, [2_000, 7_000]);
  await assert.rejects(send('x'), /over the quota/);
});

test('a certificate that is not trusted is named, with the way to trust it', async () => {
  const [key, cert] = [file('key.pem'), file('cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost'],
    ],
    { stdio: 'ignore' },
  );
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const options = { url: `https://127.0.0.1:${port}`, clientId: 'x', clientSecret: 'y' };
  await assert.rejects(
    openRemoteService(options),
    /127\.0\.0\.1:\d+: its certificate is not trusted \(self-signed certificate.*\); NODE_EXTRA_CA_CERTS=FILE/,
  );
  server.close();
});

longTest('all factors of a cost are the same from a service', async () => {
  const rates = readFileSync('data/costs.csv', 'utf8');
  writeFileSync(file('rates.csv'), `${rates}10,basement,437.5,2025-04-01,ours,,\n`);
  const examples = ['addons', 'quality'].map(name => `examples/costs/${name}.csv`);
  for (const args of [
    ['costs', file('rates.csv'), ...examples],
    ['index', 'examples/costs/index.csv'],
  ]) {
    const { code, stderr } = await ktimaHere(home.env, ['import', ...args]);
    assert.equal(code, 0, stderr);
  }
  const building = 'postal_code=10563&property_type=apartment&build_area=80';
  const cost = `${services.api}/api/reconstruction-cost/?${building}&addons=reinstatement&index=new%20dwellings`;
  while (!(await fetch(cost)).ok) await sleep(50);
  const input = file('factors.csv');
  const rows = ['fine,20', ',12.5', 'luxury,', ','].map(cells => `${kinds[0]},${cells}`);
  writeFileSync(input, `${[`${header},quality,basement_area`, ...rows].join('\n')}\n`);
  const options = ['--index', 'new dwellings', '--addons', 'reinstatement', '--no-parcel'];
  const day = ['--valuation-date', '2026-02-01'];
  const here = await enrich(input, 'here.ndjson', '--no-zones', ...options, ...day);
  assert.equal(here.code, 0, here.stderr);
  const there = await enrichThere(input, 'there.ndjson', client, ...options, ...day);
  assert.equal(there.code, 0, there.stderr);
  assert.equal(read('there.ndjson'), read('here.ndjson'));
  const lines = read('there.ndjson').trimEnd().split('\n');
  const rate = 'basement_rate_eur_m2=437.5; basement_index_factor=1.017391304347826';
  assert.deepEqual(
    lines.map(line => JSON.parse(line).cost_factors),
    [
      `index_factor=1; quality_factor=1.15; basement_area=20; ${rate}; addons_percent=43`,
      `index_factor=1; basement_area=12.5; ${rate}; addons_percent=43`,
      'index_factor=1; quality_factor=1.35; addons_percent=43',
      'index_factor=1; addons_percent=43',
    ],
  );
});
