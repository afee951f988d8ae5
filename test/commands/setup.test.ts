import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { runCommandLine } from '../../src/main.ts';
import { osmPbf } from '../importing/osm-writer.ts';
import { startLocalServer } from '../local-server.ts';
import { postgresTest, testPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { assertRefused, ktimaHere, newHome } from './ktima.ts';

const extract = Buffer.concat([
  ...osmPbf([
    { kind: 'node', id: 1, latitude: 39.36, longitude: 22.94, tags: { amenity: 'bank' } },
    { kind: 'node', id: 2, latitude: 39.361, longitude: 22.941, tags: {} },
    { kind: 'way', id: 3, refs: [1, 2], tags: { highway: 'residential', name: 'Ιάσονος' } },
  ]),
]);
const password = 'correct horse battery\n';

/** An empty installation, and `ktima setup` in it. */
function newInstallation(t: TestContext, databases: Record<string, string> = {}) {
  const { folder, env } = newHome(t);
  const all = { ...env, ...databases, KTIMA_REPORT_KEYS: `${folder}/report-keys.json` };
  const file = (name: string) => `${folder}/${name}`;
  const args = ['setup', '--settings', file('ktima.env'), '--rates', file('rates.csv')];
  return {
    env: all,
    file,
    setup: (more: string[], input = password) => ktimaHere(all, [...args, ...more], input),
    /** The same on a terminal, where each answer is typed when its question is shown. */
    async setupOnTerminal(answers: readonly string[], more: string[] = []) {
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const out = text(stdout);
      const left = [...answers];
      let shown = '';
      stderr.on('data', chunk => {
        shown += chunk;
        if (String(chunk).endsWith(': ') && left.length > 0) stdin.write(`${left.shift()}\n`);
      });
      const code = await runCommandLine([...args, ...more], { env: all, stdin, stdout, stderr });
      stdout.end();
      return { code, stdout: await out, stderr: shown };
    },
  };
}

/** The words before the name of each step: done or to do. */
const stepsOf = (stdout: string) =>
  Object.fromEntries(
    [...stdout.matchAll(/^(done|to do) +([\w ]+):/gm)].map(([, how, name]) => [name, how]),
  );

longTest('an installation is set up by one command, which goes on where it was cut', async t => {
  const { file, setup, env } = newInstallation(t);
  let cut: (() => void) | undefined;
  const { url } = await startLocalServer(t, (request, response) => {
    if (!request.url!.endsWith('.pbf')) return void response.writeHead(404).end();
    response.writeHead(200, { ETag: '"1"', 'Content-Length': extract.length });
    if (request.method === 'HEAD') return void response.end();
    if (cut) return void response.end(extract);
    cut = () => response.destroy();
    response.write(extract.subarray(0, 10), cut);
  });
  const options = ['--yes', '--user', 'maria', '--osm', `${url}/volos.osm.pbf`];
  const first = await setup(options);
  assert.equal(first.code, 1);
  assert.match(first.stderr, /^ktima: http:.*volos\.osm\.pbf: .* kept/);
  assert.match(
    first.stdout,
    /OpenStreetMap: ktima import osm http:.*0\.0 MB, download 1 s at 2 MB/,
  );
  assert.ok(Object.values(stepsOf(first.stdout)).every(how => how === 'to do'));
  const secrets = readFileSync(file('ktima.env'), 'utf8');
  assert.match(secrets, /^KTIMA_KEY_SECRET=[\w+/]{43}=\nKTIMA_REPORT_KEY_SECRET=[\w+/]{43}=\n$/);
  assert.equal(statSync(file('ktima.env')).mode & 0o777, 0o600);

  const second = await setup(options, '');
  assert.equal(second.code, 0, second.stderr);
  const { OpenStreetMap, ...others } = stepsOf(second.stdout);
  assert.equal(OpenStreetMap, 'to do');
  assert.deepEqual([...new Set(Object.values(others))], ['done']);
  assert.match(second.stdout, /^places, source osm\n {2}read {5}1 /m);
  assert.match(second.stdout, /^ok +auth +keys: KTIMA_KEY_SECRET opens the signing keys$/m);
  assert.match(second.stdout, /^parcels +the Cadastre.* +ktima import parcels FILE$/m);
  assert.match(second.stdout, /^console and API {2}http:\/\/127\.0\.0\.1:0\/$/m);

  const third = await setup([], '');
  assert.equal(third.code, 0, third.stderr);
  assert.deepEqual([...new Set(Object.values(stepsOf(third.stdout)))], ['done']);
  assert.equal(readFileSync(file('ktima.env'), 'utf8'), secrets);
  const { stdout } = await ktimaHere(env, ['user', 'list']);
  assert.match(stdout, /^maria /m);
});

test('the template of rates has each prefix and type, and is refused until figures are in it', async t => {
  const { env, file, setup } = newInstallation(t);
  assert.equal((await setup(['--yes', '--no-osm'])).code, 0);
  const template = readFileSync(file('rates.csv'), 'utf8');
  const prefixes = new Set(template.match(/^\d\d(?=,)/gm));
  const shipped = new Set(readFileSync('data/costs.csv', 'utf8').match(/^\d\d(?=,)/gm));
  assert.deepEqual(prefixes, shipped);
  assert.equal(template.trim().split('\n').length, 1 + 3 * prefixes.size);
  const load = () =>
    ktimaHere(env, ['import', 'costs', '--no-build', file('rates.csv'), '--source', 'actuaries']);
  const empty = await load();
  assert.equal(empty.code, 1);
  assert.match(empty.stdout, /rate_eur_m2: expected /);
  writeFileSync(file('rates.csv'), template.replace(/,,$/gm, ',1234,2026-01-01'));
  assert.equal((await load()).code, 0);
  const again = await setup(['--no-osm'], '');
  assert.match(again.stdout, /^done +template of rates: actuaries$/m);
  assert.doesNotMatch(again.stdout, /^costs /m);
});

test('without a terminal it begins only with --yes, and shows the plan', async t => {
  const { file, setup } = newInstallation(t);
  const { code, stdout, stderr } = await setup(['--no-osm']);
  assert.equal(code, 1);
  assert.equal(stderr, 'ktima: expected --yes where there is no terminal; nothing was changed\n');
  assert.match(stdout, /^to do +first user: ktima user add admin$/m);
  for (const name of ['ktima.env', 'ktima.db', 'auth.db', 'rates.csv'])
    assert.ok(!existsSync(file(name)), name);
});

test('on a terminal it asks for user, extract and password', async t => {
  const { file, setupOnTerminal } = newInstallation(t);
  writeFileSync(file('town.osm.pbf'), extract);
  const no = await setupOnTerminal(['maria', file('town.osm.pbf'), 'n']);
  assert.equal(no.code, 1);
  assert.match(no.stderr, /user \[admin\]: .*address \[https:.*greece-latest.*\]: .*Begin\? /s);
  assert.ok(!existsSync(file('ktima.env')));
  const answers = ['maria', '', 'correct horse battery', 'correct horse battery'];
  const { code, stdout, stderr } = await setupOnTerminal(answers, ['--no-osm']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /user maria added/);
});

test('Ctrl+C and the end of the input at a question are one sentence', async t => {
  for (const key of ['\x03', '\x04']) {
    const { code, stderr } = await newInstallation(t).setupOnTerminal([key], ['--no-osm']);
    assert.equal(code, 1);
    assert.match(stderr, /\nktima: Aborted with Ctrl\+[CD]; nothing more was done\n$/);
  }
});

longTest('a file that is no extract is refused, and the next run begins there', async t => {
  const { file, setup } = newInstallation(t);
  const options = ['--yes', '--osm', file('none.pbf')];
  await assertRefused(setup(options), /none\.pbf: there is no such fi/);
  assert.ok(!existsSync(file('ktima.env')));
  writeFileSync(file('wrong.osm.pbf'), 'this is a letter');
  await assertRefused(setup(['--yes', '--osm', file('wrong.osm.pbf')]), /wrong\.osm\.pbf/);
  writeFileSync(file('wrong.osm.pbf'), extract);
  const again = await setup(['--yes', '--osm', file('wrong.osm.pbf')], '');
  assert.equal(again.code, 0, again.stderr);
  assert.equal(stepsOf(again.stdout)['first user'], 'done');
});

test('it stops where something must be mended first, such as a lost secret', async t => {
  const { file, setup } = newInstallation(t);
  assert.equal((await setup(['--yes', '--no-osm'])).code, 0);
  const { env } = newInstallation(t);
  const served = { ...env, KTIMA_AUTH_DATABASE_URL: `sqlite:${file('auth.db')}` };
  const secret = readFileSync(file('ktima.env'), 'utf8').match(/(?<=^KTIMA_KEY_SECRET=).*/)![0];
  await ktimaHere({ ...served, KTIMA_KEY_SECRET: secret }, ['keys', 'rotate']);
  writeFileSync(file('ktima.env'), '');
  const lost = await setup(['--yes', '--no-osm']);
  assert.equal(lost.code, 1);
  assert.match(lost.stdout, /^failed +auth +keys: .*\n +to do: set KTIMA_KEY_SECRET/);
  assert.equal(readFileSync(file('ktima.env'), 'utf8'), '');
  appendFileSync(file('ktima.env'), 'KTIMA_FROB=1\n');
  await assertRefused(setup(['--yes', '--no-osm']), /KTIMA_FROB: there is no such setting/);
});

postgresTest('with PostgreSQL the plan names the role and the migration', async t => {
  const url = await testPostgres();
  const { setup } = newInstallation(t, { KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: url });
  const { code, stdout, stderr } = await setup(['--yes', '--no-osm']);
  assert.match(stdout, /tables: ktima migrate; PostgreSQL \d+, role \w+; a role .*--serving-role/);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^KTIMA_DATABASE_URL: the tables are up to date$/m);
});
