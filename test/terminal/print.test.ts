import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import {
  escapeControls,
  jsonText,
  plainText,
  print,
  styled,
  table,
} from '#tools/terminal/print.ts';
import { ktimaHere, newHome } from '../commands/ktima.ts';

const home = newHome();
test.after(home.remove);
const put = (name: string, content: string) => {
  writeFileSync(`${home.folder}/${name}`, content);
  return `${home.folder}/${name}`;
};

/** What a terminal acts on: every control but the end of a line, and marks of text direction. */
const obeyed = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
/** Clears the screen, sets a title, the same by a single character, turns text round. */
const hostile = '\x1b[2J\x1b]0;title\x07\x9b31m\u202e\u2066\x7f';

test('control characters are escaped as in JSON', () => {
  for (const [text, shown] of [
    ['\x1b[31m', '\\u001b[31m'],
    ['\x9b31m', '\\u009b31m'],
    ['a\nb\tc\rd', 'a\\u000ab\\u0009c\\u000dd'],
    ['\u202eabc\u2066', '\\u202eabc\\u2066'],
    ['\ud800 \u{e0041}', '\\ud800 \\udb40\\udc41'],
    ['Οδός Ερμού 15, ½ m² “x” 🏠', 'Οδός Ερμού 15, ½ m² “x” 🏠'],
  ] as const) {
    assert.equal(escapeControls(text), shown);
  }
});

test('JSON stays the same JSON', () => {
  const value = { [hostile]: `${hostile}\n"\\` };
  const written = plainText(jsonText(value));
  assert.deepEqual(JSON.parse(written), value);
  assert.doesNotMatch(written, obeyed);
});

test('only our own styles are printed, and table widths count escaped characters', async () => {
  const stream = new PassThrough();
  print(stream, [['a', styled('bold', hostile)], ...table(['x', 'y'], [[hostile, 1]])]);
  stream.end();
  const printed = await text(stream);
  assert.doesNotMatch(printed, obeyed);
  const [, heading, row] = printed.split('\n');
  assert.equal(heading!.indexOf('y'), row!.lastIndexOf('1'));
});

test('what comes from files, options and databases reaches the terminal escaped', async () => {
  const run = async (...args: string[]) => {
    const { stdout, stderr } = await ktimaHere(home.env, args);
    assert.doesNotMatch(stdout + stderr, obeyed);
    assert.ok((stdout + stderr).includes('\\u009b31m'), args.join(' '));
  };
  await ktimaHere(home.env, ['migrate']);
  const cells = `"${hostile}","${hostile}"`;
  const book = put('book.csv', `address,postal_code,${cells}\nΕρμού 15,"${hostile}",${cells}\n`);
  await run('enrich', book, '-o', `${home.folder}/out.csv`);
  await run('enrich', put(`${hostile}.csv`, 'a,b\n1,2\n'), '-o', '-');
  await run('geocode', hostile, '--json');
  const head = `postal_prefix,property_type,rate_eur_m2,valid_from,source,"${hostile}"`;
  const rates = put('rates.csv', `${head}\n10,house,1000,2026-01-01,x,x\n`);
  await run('import', 'costs', rates, '--licence', hostile);
  await run('status');
  await run('status', `--${hostile}`);
  const store = await openAuthStore(home.env.KTIMA_AUTH_DATABASE_URL);
  const user = { id: 'a', name: hostile, email: null, passwordHash: 'x', disabled: false };
  await store.addUser({ ...user, otpSecret: null, createdAt: '2026-01-01T00:00:00Z' }, ['a']);
  await store.close();
  await run('user', 'list');
});

test('rows are escaped on a terminal and unchanged in a pipe', async () => {
  const book = put('rows.csv', `lat,lon,note\n37.98,23.73,"${hostile}"\n`);
  const args = ['enrich', book, '-o', '-', '--format', 'ndjson'];
  const piped = await ktimaHere(home.env, args);
  assert.equal(JSON.parse(piped.stdout).note, hostile);
  assert.match(piped.stdout, /\x9b/);
  const command = `bin/ktima ${args.join(' ')} 2>/dev/null`;
  const options = { env: home.env, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], options);
  assert.equal(JSON.parse(stdout).note, hostile);
  assert.doesNotMatch(stdout.trimEnd(), /\x9b|\u202e/);
});
