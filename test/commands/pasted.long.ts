import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { newHome, serveHere } from './ktima.ts';

/** In this order: README.md imports files in place of the sample, and usage.md needs its users. */
const pages = [
  'authentication',
  'gis',
  'geocoding',
  'portfolios',
  '../README',
  'usage',
  'costs',
  'zones',
];

/** Blocks that need your own secrets or hosts, that start the service, or that other tests run. */
const notHere = /…|^npm |^KTIMA_OIDC|^ogrinfo|property_type=castle/m;

/** What a shell defines before it reads the commands of a page: failed responses end it. */
const prelude = `set -eo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
TOKEN=$(curl -F username=demo -F password=ktima-demo http://127.0.0.1:8001/auth/otp/login | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')
`;

test('the commands of the documents run as they are written, page by page', async t => {
  const home = newHome();
  const service = await serveHere(home.env, '--demo');
  t.after(() => service.stop().then(home.remove));
  for (const name of ['bin', 'data', 'examples'])
    symlinkSync(resolve(name), join(home.folder, name));
  const toTest = (text: string) =>
    text
      .replaceAll('http://127.0.0.1:8000', service.api)
      .replaceAll('http://127.0.0.1:8001', service.auth)
      .replace(/^bin\/ktima serve .*$/m, '');
  for (const page of pages) {
    const blocks = [...readFileSync(`docs/${page}.md`, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
      .map(([, commands]) => commands!)
      .filter(commands => !notHere.test(commands));
    assert.ok(blocks.length > 0, page);
    await runShell(toTest(prelude + blocks.join('')), page);
  }

  async function runShell(script: string, page: string): Promise<void> {
    const shell = promisify(execFile)('bash', ['--norc', '-c', script], {
      cwd: home.folder,
      env: home.env,
    });
    shell.child.stdin!.end('correct horse battery\n');
    await shell.catch(error => assert.fail(`${page}: ${error.stderr}`));
  }
});
