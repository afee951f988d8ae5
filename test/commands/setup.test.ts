import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test, { type TestContext } from 'node:test';
import { readSettings } from '#app/commands/settings-file.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
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
  const all = { ...env, ...databases };
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
  assert.match(first.stderr, /^ktima: http:.*volos\.osm\.pbf: .* the same command tries again/);
  assert.match(
    first.stdout,
    /OpenStreetMap: ktima import osm http:.*0\.0 MB, download 1 s at 2 MB/,
  );
  assert.ok(Object.values(stepsOf(first.stdout)).every(how => how === 'to do'));
  const secrets = readFileSync(file('ktima.env'), 'utf8');
  assert.match(secrets, /^KTIMA_KEY_SECRET=[\w+/]{43}=\n$/);
  assert.equal(statSync(file('ktima.env')).mode & 0o777, 0o600);

  const second = await setup(options, '');
  assert.equal(second.code, 0, second.stderr);
  const { OpenStreetMap, 'template of rates': template, ...others } = stepsOf(second.stdout);
  assert.deepEqual([OpenStreetMap, template], ['to do', 'to do']);
  assert.deepEqual([...new Set(Object.values(others))], ['done']);
  assert.match(second.stdout, /^places, source osm\n {2}read {5}1 /m);
  assert.match(second.stdout, /^ok +auth +keys: KTIMA_KEY_SECRET opens the signing keys$/m);
  assert.match(second.stdout, /^parcels +missing +ktima import parcels FILE +the Cadastre/m);
  assert.match(second.stdout, /^places +osm 1 +39\.36-39\.36 °N, 22\.94-22\.94 °E *$/m);
  assert.match(second.stdout, /^console and API {2}http:\/\/127\.0\.0\.1:0\/$/m);

  const third = await setup([], '');
  assert.equal(third.code, 0, third.stderr);
  assert.deepEqual([...new Set(Object.values(stepsOf(third.stdout)))], ['done']);
  assert.equal(readFileSync(file('ktima.env'), 'utf8'), secrets);
  const { stdout } = await ktimaHere(env, ['user', 'list']);
  assert.match(stdout, /^maria /m);
});

test('the template of rates begins with the whole country, and may be filled in part', async t => {
  const { env, file, setup } = newInstallation(t);
  assert.equal((await setup(['--yes', '--no-osm'])).code, 0);
  const template = readFileSync(file('rates.csv'), 'utf8');
  const prefixes = new Set(template.match(/^\d\d(?=,)/gm));
  const shipped = new Set(readFileSync('data/costs.csv', 'utf8').match(/^\d\d(?=,)/gm));
  assert.deepEqual(prefixes, shipped);
  const types = propertyTypes.length;
  assert.equal(template.trim().split('\n').length, 1 + types * (1 + prefixes.size));
  assert.match(template, /^[a-z_,0-9]+\n(?:\*,[a-z]+,,\n){12}10,apartment,,\n/);
  const load = () =>
    ktimaHere(env, ['import', 'costs', '--no-build', file('rates.csv'), '--source', 'actuaries']);
  const empty = await load();
  assert.equal(empty.code, 1);
  assert.match(empty.stdout, /852 × lines without a figure, which are left out/);
  writeFileSync(file('rates.csv'), template.replace(/^\*(.*),,$/gm, '*$1,1234,2026-01-01'));
  const filled = await load();
  assert.equal(filled.code, 0);
  assert.doesNotMatch(filled.stdout, /no rate/);
  const again = await setup(['--no-osm'], '');
  assert.match(again.stdout, /^done +rates: actuaries$/m);
  assert.match(again.stdout, /^costs +actuaries 12 +12 types of property *$/m);
  assert.doesNotMatch(again.stdout, /no rates are loaded/);
});

test('a file of rates is imported; without one, it is said what will not work', async t => {
  const { file, setup } = newInstallation(t);
  const without = await setup(['--yes', '--no-osm']);
  assert.match(
    without.stdout,
    /^costs +missing .*\n(?:.+\n)*no rates are loaded: there are no rebuild/m,
  );
  assert.match(
    without.stdout,
    /^rates, filled in cd .* && \S*ktima import costs .*rates\.csv --source/m,
  );
  await assertRefused(
    setup(['--yes', '--no-osm', '--rates', file('none.xlsx')]),
    /none\.xlsx: there is no such/,
  );
  writeFileSync(
    file('own.csv'),
    readFileSync(file('rates.csv'), 'utf8').replace(/,,$/gm, ',1234,2026-01-01'),
  );
  const { code, stdout, stderr } = await setup(['--yes', '--no-osm', '--rates', file('own.csv')]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^costs +actuaries 852 /m);
  assert.doesNotMatch(stdout, /no rates are loaded|^rates, filled in/m);
});

test('a folder of settings gets each secret into the file of its service', async t => {
  const { file, setup } = newInstallation(t);
  mkdirSync(file('etc'));
  writeFileSync(file('etc/common.env'), 'KTIMA_LOG_LEVEL=warn');
  const { code, stdout, stderr } = await setup([
    ...['--yes', '--no-osm', '--settings', file('etc')],
  ]);
  assert.equal(code, 0, stderr);
  const namesIn = (name: string) => readFileSync(file(`etc/${name}`), 'utf8').match(/^KTIMA_\w+/gm);
  assert.ok(!existsSync(file('etc/api.env')));
  assert.deepEqual(
    ['common', 'auth'].map(name => namesIn(`${name}.env`)),
    [['KTIMA_LOG_LEVEL'], ['KTIMA_KEY_SECRET']],
  );
  assert.match(stdout, /^start .*common\.env && \. .*auth\.env && set \+a && /m);
  assert.match((await setup(['--no-osm', '--settings', file('etc')])).stdout, /^done +secret/m);
});

test('the settings file is replaced as a whole, and is one that setup, shell and systemd read alike', async t => {
  const { file, setup } = newInstallation(t);
  const alike = {
    KTIMA_LOG_LEVEL: 'warn',
    KTIMA_MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?a=%20,+@:^[*]!',
    KTIMA_MAP_ATTRIBUTION: '© $USER & `others` # "2026"; ~',
    KTIMA_IMAGERY_ATTRIBUTION: "Δήμος Βόλου, it's",
  };
  const quotes = ['', '', "'", '"'];
  const lines = Object.entries(alike).map(
    ([name, value], i) => `${name}=${quotes[i]}${value}${quotes[i]}`,
  );
  const text = `# a comment\n\n${lines.join('\n')}`;
  writeFileSync(file('ktima.env'), text, { mode: 0o644 });
  assert.equal((await setup(['--yes', '--no-osm'])).code, 0);
  const written = readFileSync(file('ktima.env'), 'utf8');
  assert.match(written.slice(text.length), /^\nKTIMA_KEY_SECRET=\S{44}\n$/);
  assert.equal(statSync(file('ktima.env')).mode & 0o777, 0o600);
  const names = Object.keys(alike);
  const print = names.map(name => `printf '%s\\0' "$${name}"`).join('; ');
  const shown = spawnSync('sh', ['-c', `. "$1"; ${print}`, 'sh', file('ktima.env')], {
    encoding: 'utf8',
  });
  assert.deepEqual(shown.stdout.split('\0').slice(0, -1), Object.values(alike));
  assert.deepEqual(
    names.map(name => readSettings(file('ktima.env'))[name]),
    Object.values(alike),
  );

  const foreign = ['$USER', '"$USER"', '"`id`"', 'a b', 'a # b', 'a#b', 'x&y', '~/x', 'sqlite:~/x'];
  const others = ["'a'b", "'a' # b", "'a\\'", '"a\\n"', 'a\\', '"a', '(a)', 'a\r', 'a\u0001'];
  const whole = ['export A=b', 'A =b', 'A', '; b', '# b\\', '\ufeffA=b'];
  for (const line of [...[...foreign, ...others].map(value => `A=${value}`), ...whole]) {
    writeFileSync(file('ktima.env'), `# one\n${line}\n`);
    await assertRefused(
      setup(['--yes', '--no-osm']),
      /ktima\.env, line 2: a shell, systemd and setup/,
    );
  }
  renameSync(file('ktima.env'), file('real.env'));
  symlinkSync(file('real.env'), file('ktima.env'));
  await assertRefused(setup(['--yes', '--no-osm']), /ktima\.env: expected a file, not a link/);
});

test('lines to paste hold with spaces', async t => {
  const { env, file } = newInstallation(t);
  const [settings, rates] = [file("o'ne two.env"), file('my rates.csv')];
  const args = ['setup', '--yes', '--no-osm', '--settings', settings, '--rates', rates];
  const { code, stdout, stderr } = await ktimaHere(env, args, password);
  assert.equal(code, 0, stderr);
  const line = /(?<=^start +).*(?= serve$)/m.exec(stdout)![0].replace(/\S*ktima$/, 'printenv');
  const shown = spawnSync('sh', ['-c', `${line} KTIMA_KEY_SECRET`], { encoding: 'utf8' });
  assert.match(shown.stdout, /^[\w+/]{43}=\n$/, shown.stderr);
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
