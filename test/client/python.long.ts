import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import test from 'node:test';
import { promisify } from 'node:util';
import { ktimaHere, newHome, serveHere } from '../commands/ktima.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/*
 * The Python client, with Debian's own Python: its own tests against a running service.
 */

const python = '/usr/bin/python3';
const can = (...args: string[]) => spawnSync(python, args).status === 0;
const cwd = 'clients/python';

/** Runs Python in the client's folder; a failure shows what it printed. */
async function run(env: Record<string, string>, ...args: string[]): Promise<string> {
  const running = promisify(execFile)(python, ['-B', ...args], { cwd, env });
  const { stdout, stderr } = await running.catch(({ stdout, stderr }) =>
    assert.fail(stdout + stderr),
  );
  return stdout + stderr;
}

const noPython = can('--version') ? false : `${python} is missing (apt-get install python3)`;

test('the tests of the Python client pass against a running service', {
  skip: noPython,
}, async t => {
  const home = newHome();
  const { api, auth, stop } = await serveHere(home.env, '--demo');
  t.after(() => stop().then(home.remove));
  const add = ['client', 'add', 'nightly', '--scopes', 'places,report,portfolio', '--json'];
  const { client_id, client_secret } = JSON.parse((await ktimaHere(home.env, add)).stdout);
  const credentials = { KTIMA_CLIENT_ID: client_id, KTIMA_CLIENT_SECRET: client_secret };
  const env = { API: api, AUTH: auth, ...credentials, PYTHONPATH: '.', PYTHONIOENCODING: 'utf8' };
  const output = await run(env, '-m', 'unittest', 'discover', 'tests');
  assert.match(output, /Ran \d\d tests in .*\n\nOK\n$/);
});

const noMypy = can('-m', 'mypy', '--version') ? false : 'python3-mypy is not installed (apt-get)';

test('mypy finds no fault in the Python client, for 3.9 and later', { skip: noMypy }, async t => {
  const { path } = temporaryFolder(t);
  const output = await run({}, '-m', 'mypy', '--cache-dir', path, '--python-version', '3.9');
  assert.match(output, /^Success: no issues found/);
});
