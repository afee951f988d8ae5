import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { promisify } from 'node:util';
import { startLocalServer } from '../local-server.ts';
import { needProgram } from '../programs.ts';
import { longTest } from '../sample.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ktimaHere, newHome, serveHere } from './ktima.ts';

needProgram('curl');
needProgram('python3');
const home = newHome();
const service = await serveHere(home.env, '--demo');
test.after(() => service.stop().then(home.remove));
const env = { PATH: process.env.PATH!, API: service.api, AUTH: service.auth };

/** Runs an example, which must end with 0. The service is in this process, so it is not blocked. */
async function run(command: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { env })).stdout;
}

test('the example for curl runs as it is', async () => {
  const lines = (await run('examples/curl.sh')).split('\n');
  const answers = lines.filter(line => /^[[{]/.test(line)).map(line => JSON.parse(line));
  const [cost, parcel, address, places] = answers;
  assert.equal(cost.reconstruction_cost.as_new, 89_250);
  assert.equal(parcel.kaek, '050099901001');
  assert.equal(address.results[0].components.postal_code, '10676');
  assert.equal(places[0].place_type, 'bus_stop');
});

const lines = [
  /as new 89,?250(\.00)? €, as is [\d,.]+ €/,
  /parcel 050099901001: 324\.18 m²/,
  /Βασιλίσσης Σοφίας 24, .*Αθήνα: street, confidence 0\.\d+/,
  /65\.86 m +bus_stop +Syntagma/,
];

test('the example for Python runs as it is', async () => {
  const output = await run('python3', 'examples/python.py');
  for (const line of lines) assert.match(output, line);
});

test('the example for TypeScript runs as it is', async () => {
  const output = await run(process.execPath, 'examples/typescript.ts');
  for (const line of lines) assert.match(output, line);
});

const book = `id,kaek_code,address,property_type,build_area,construction_year
1,050099901001,,apartment,85,1998
2,,"Βασ. Σοφίας 24, Αθήνα",apartment,70.5,
3,050099999999,,,,
4,050099901001,,house,"85,5",
`;

test('the nightly job waits for its quota, and its next run continues', async t => {
  const { path: folder, put } = temporaryFolder(t);
  const add = ['client', 'add', 'nightly', '--scopes', 'report', '--json'];
  const { client_id, client_secret } = JSON.parse((await ktimaHere(home.env, add)).stdout);
  const results = join(folder, 'results.ndjson');
  let refused = 0;
  // The client tries three times before the job hears of the quota.
  const { url } = await startLocalServer(t, async (request, response) => {
    if (refused++ < 3) {
      const message = 'the quota of this minute is used up';
      response.writeHead(429, { 'retry-after': '0' });
      response.end(JSON.stringify({ error: 429, message }));
      return;
    }
    const { authorization, accept } = request.headers;
    const type = { 'content-type': 'application/json' };
    const headers = { ...type, authorization: authorization!, accept: accept! };
    const body = await text(request);
    const answer = await fetch(service.api + request.url!, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(await answer.text());
  });
  const job = (...more: string[]) =>
    promisify(execFile)('python3', ['-B', 'examples/nightly_job.py', ...more], {
      env: {
        ...env,
        API: url,
        KTIMA_CLIENT_ID: client_id,
        KTIMA_CLIENT_SECRET: client_secret,
      },
    });
  const { stdout, stderr } = await job(put('book.csv', book), results);
  assert.equal(stdout, '4 done, 0 left\n');
  assert.equal(stderr, 'the quota of this minute is used up: waiting 0 s\n');
  const lines = readFileSync(results, 'utf8').trim().split('\n');
  const [parcel, address, unknown, wrong] = lines.map(line => JSON.parse(line));
  assert.deepEqual([parcel.id, parcel.kaek, parcel.as_new], ['1', '050099901001', 89_250]);
  assert.deepEqual([address.id, address.kaek, typeof address.latitude], ['2', null, 'number']);
  assert.deepEqual(unknown, { id: '3', problem: 'kaek_code: no parcel 050099999999 is loaded' });
  assert.match(wrong.problem, /^build_area: expected a number/);
  const sent = refused;
  const more = await job(put('book.csv', `${book}5,050099901001,,,,\n`), results);
  assert.equal(more.stdout, '1 done, 0 left\n');
  assert.equal(refused, sent + 1);
});

longTest('the example of a portfolio writes its result and its summary', async t => {
  const { path: folder } = temporaryFolder(t);
  const add = ['client', 'add', 'books', '--scopes', 'portfolio,zones', '--json'];
  const { client_id, client_secret } = JSON.parse((await ktimaHere(home.env, add)).stdout);
  const files = ['locations.csv', 'summary.json'].map(name => join(folder, name));
  const args = ['-B', 'examples/portfolio.py', 'examples/book.csv', ...files];
  const credentials = { KTIMA_CLIENT_ID: client_id, KTIMA_CLIENT_SECRET: client_secret };
  const { stdout } = await promisify(execFile)('python3', args, {
    env: { ...env, ...credentials },
  });
  assert.match(stdout, /^8 rows, as new [\d,.]+ €\nof it known only roughly: [\d,.]+ €\n$/);
  const [locations, summary] = files.map(path => readFileSync(path, 'utf8'));
  assert.match(locations!, /^PortNumber,AccNumber,LocNumber,/);
  assert.equal(JSON.parse(summary!).terms.rates, 'prefix');
});
