import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { listUsers } from '#app/commands/users/user-lists.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { plainText } from '#tools/terminal/print.ts';
import { version, versionWithRevision } from '#tools/version.ts';
import { assertHas, casesIn } from '../cases.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { fatalOf, ktima, ktimaHere, newHome, serveHere, succeed } from './ktima.ts';

const home = newHome({ after });
const run = (args: string, input?: string) => ktimaHere(home.env, args.split(' '), input);
const done = (args: string, input?: string) => succeed(home.env, args.split(' '), input);

before(() => run('migrate'));

test('every command explains itself with an example', async () => {
  const commands =
    'setup, serve, status, remove, user add, user list, user disable, user enable, user password, user otp, ' +
    'user unlock, user delete, user sessions, user log, keys rotate, keys list, keys remove, keys seal';
  for (const command of commands.split(', ')) {
    const stdout = await done(`${command} --help`);
    assert.match(stdout, /Examples?:\n {2}\S*.*ktima/, command);
    assert.doesNotMatch(stdout, /default: (false|\[\])/, command);
  }
});

test('an unknown command or option is refused with a hint', async () => {
  const mistakes = 'frob, serve --frob, serve both, user, user add, status extra words, geocode x';
  for (const args of mistakes.split(', ')) {
    const { code, stderr } = await run(args);
    assert.equal(code, 1, args);
    assert.ok(stderr.length > 0, args);
    assert.doesNotMatch(stderr, /\n {4}at /, args);
  }
  const { stderr } = await run('geocode Ερμού --limit 0');
  assert.match(stderr, /--limit .* Expected a whole number from 1 to 9999999\./);
});

test('--version has the revision of a checkout, an archive and an image, where it is known', async t => {
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout;
  const head = git('rev-parse', '--short=12', 'HEAD').trim();
  for (const option of ['--version', '-V']) {
    assert.deepEqual(await run(option), { code: 0, stderr: '', stdout: `${version} (${head})\n` });
  }
  const NODE_OPTIONS = '--import=./test/telemetry/print-loaded-modules.ts';
  const { stderr } = await ktima({ ...home.env, NODE_OPTIONS }, ['--version']);
  assert.match(stderr, /loaded .*src\/main\.ts/);
  assert.doesNotMatch(stderr, /src\/app\/commands\//, 'it needs no command');
  const { path, put } = temporaryFolder(t);
  assert.equal(versionWithRevision(path), version);
  mkdirSync(join(path, '.git'));
  assert.equal(versionWithRevision(path), version, 'what git cannot read');
  for (const [text, expected] of [
    ['\n', version],
    [readFileSync('revision.txt'), version],
    [`${'0123456789'.repeat(4)}\n`, `${version} (012345678901)`],
  ] as const) {
    put('revision.txt', text);
    assert.equal(versionWithRevision(path), expected);
  }
  assert.ok(git('archive', 'HEAD', 'revision.txt').includes(head), 'git archive writes it');
});

test('a wrong setting stops the start with one sentence', async () => {
  const { code, stderr } = await ktimaHere({ ...home.env, KTIMA_AUTH_PORT: 'x' }, ['serve']);
  const sentence = 'KTIMA_AUTH_PORT: expected a whole number from 0 to 65535, got "x"';
  assert.deepEqual([code, fatalOf(stderr)], [1, sentence]);
});

test('commands that only read do not create a missing database', async t => {
  const away = newHome(t);
  for (const args of [
    ['status'],
    ['geocode', 'Ερμού 15, Αθήνα'],
    ['export', 'addresses', '-o', '-'],
    ['enrich', 'README.md', '-o', '-', '--format', 'csv'],
    ['remove', 'places', '--source', 'x'],
    ['user', 'list'],
    ['user', 'log'],
    ['keys', 'list'],
  ]) {
    const isAuth = ['user', 'keys'].includes(args[0]!);
    const setting = isAuth ? 'KTIMA_AUTH_DATABASE_URL' : 'KTIMA_DATABASE_URL';
    const path = `${away.folder}/${isAuth ? 'auth' : 'ktima'}.db`;
    const { code, stderr } = await ktimaHere(away.env, args);
    const expected =
      `ktima: ${setting}: there is no database ${path}. Name the right one there; 'ktima serve', ` +
      `'ktima migrate' and 'ktima ${isAuth ? 'user add' : 'import'}' create a new one\n`;
    assert.deepEqual([code, stderr], [1, expected], args.join(' '));
  }
  assert.deepEqual(readdirSync(away.folder), []);
  const relative = { ...away.env, KTIMA_DATABASE_URL: 'sqlite:nowhere/k.db' };
  const { stderr } = await ktimaHere(relative, ['status']);
  assert.match(stderr, /no database \/.*\/nowhere\/k\.db \(nowhere\/k\.db in the working direc/);
  const { KTIMA_DATABASE_URL, ...rest } = away.env;
  const fromFile = { ...rest, KTIMA_DATABASE_URL_FILE: join(home.folder, 'url') };
  writeFileSync(fromFile.KTIMA_DATABASE_URL_FILE, KTIMA_DATABASE_URL!);
  const named = await ktimaHere(fromFile, ['status']);
  assert.match(named.stderr, /^ktima: KTIMA_DATABASE_URL_FILE: there is no database /);
});

test('status reports an empty store', async () => {
  const [head, gazetteer, edition, ...rest] = (await done('status')).split('\n');
  assert.match(head!, /^layer +source +rows/);
  assert.match(gazetteer!, /^addresses +gazetteer +71133 .* MIT/);
  assert.match(edition!, /^edition: 1-\S+, built /);
  const empty = 'empty: costs, places, parcels, settlements, boundaries, named_places';
  assert.equal(rest[0], empty);
  assert.match(rest[1]!, /^no rates are loaded: /);
  assert.deepEqual(rest.slice(2), ['']);
});

test('users are added, listed, disabled, enabled and given a new password', async () => {
  assert.match(await done('user list'), /^no users yet/);
  const added = await done('user add maria --email maria@example.gr', 'correct horse battery\n');
  assert.equal(added, 'user maria added\n');
  assert.equal(await done('user disable Maria'), 'user Maria disabled\n');
  assert.match(await done('user list'), /maria +maria@example\.gr +disabled/);
  await done('user enable maria');
  await done('user password maria', 'another long password\n');
  const listed = JSON.parse(await done('user list --json'));
  assert.equal(listed[0].disabled, false);
  assert.equal(
    Object.keys(listed[0]).join(', '),
    'id, name, email, provider, disabled, demo, second_factor, second_factor_locked, locked_until, scopes, created_at',
  );

  const serving = await serveHere(home.env);
  const login = async (password: string) => {
    const body = new URLSearchParams({ username: 'maria@example.gr', password });
    return (await fetch(`${serving.auth}/auth/otp/login`, { method: 'POST', body })).status;
  };
  assert.equal(await login('another long password'), 200);
  assert.equal(await login('correct horse battery'), 401);
  await run('user disable maria');
  assert.equal(await login('another long password'), 401, 'a running service sees it at once');
  await serving.stop();
});

test('user list shows a locked user, and a second factor that is locked', async () => {
  const settings = readSettings({ KTIMA_AUTH_DATABASE_URL: `sqlite:${home.folder}/locked.db` });
  const store = await openAuthStore(settings.authDatabaseUrl);
  const state = { disabled: false, createdAt: '2026-06-15T09:00:00.000Z', otpSecret: null };
  await store.addUser({ id: '1', name: 'maria', email: null, passwordHash: '', ...state }, [
    'maria',
  ]);
  await store.setSecondFactor('1', 'secret', [], 0);
  const list = async () => plainText(await listUsers(settings, { json: false }));
  assert.match(await list(), /maria +active +yes /);
  const untilMs = Math.ceil(Date.now() / 1_000) * 1_000 + 600_000;
  const until = new Date(untilMs).toISOString().slice(0, 19).replace('T', ' ');
  const keys = ['account 1 from 192.0.2.0/24', 'account 10 from 192.0.2.0/24', 'address 1'];
  await store.changeBuckets(keys, buckets =>
    buckets.map((bucket, i) => ({ ...bucket, lockedUntilMs: untilMs + i * 1_000 })),
  );
  assert.match(await list(), new RegExp(`maria +locked until ${until} UTC +yes `));
  await store.clearBuckets(keys);
  await store.changeBuckets(['factor 1'], ([bucket]) => [{ ...bucket!, failures: 50 }]);
  assert.match(await list(), /maria +active +locked /);
  await store.close();
});

test('mistakes with users give a one-sentence error', async () => {
  for (const [args, password, message] of casesIn(`
    user add maria                 | correct horse battery | taken by another user
    user add petros                | short                 | expected 12 to 1024 characters
    user add petros                |                       | expected it on standard input
    user add petros                | qwertyuiop123         | hard to guess
    user add petros --email petros | correct horse battery | e-mail: expected name@host, got petros
    user disable nobody            |                       | no user nobody
    user otp nobody                |                       | no user nobody
    user log nobody                |                       | no user nobody
    user sessions maria --end none |                       | no session none
    keys remove none               |                       | no key none
    keys seal                      |                       | KTIMA_KEY_SECRET is not set
  `)) {
    const { code, stderr } = await run(args, password && `${password}\n`);
    assert.equal(code, 1, args);
    assertHas(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
});

test('a reader that leaves early, as head does, causes no stack', () => {
  for (const command of ['--help', 'user list', 'import --help']) {
    const piped = `bin/ktima ${command} | true`;
    const { stderr } = spawnSync('sh', ['-c', piped], { env: home.env, encoding: 'utf8' });
    assert.equal(stderr, '', command);
  }
});
