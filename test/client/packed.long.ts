import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../temporary-folder.ts';

/*
 * The package as its users get it: packed from a fresh copy of its folder alone, installed, compiled
 * with each way to find modules, and run. Installs TypeScript 7 and 5, so it needs a registry.
 */

const program = `
import { createClient, KtimaApiError, type PropertyReport } from 'ktima-client';
const apiUrl = 'http://127.0.0.1:1';
const credentials = { clientId: 'nightly', clientSecret: 'secret' };
const client = createClient({ apiUrl, authUrl: apiUrl, credentials });
export async function areaOf(kaek_code: string): Promise<number | undefined> {
  const { area } = await client.kaekSearch({ kaek_code });
  const report: PropertyReport = await client.propertyReport({ kaek_code });
  return area ?? report.parcel?.area;
}
export const isOurs = (error: unknown) => error instanceof KtimaApiError && error.retryAfter;
// @ts-expect-error: there is no such field.
void client.kaekSearch({ kaek: '050681726003' });
`;

const use = `console.log(createClient({ apiUrl: 'http://localhost:1' }).describeRequest('health').url,
  new KtimaApiError('x', { reason: 'network' }) instanceof Error);`;
const names = '{ createClient, KtimaApiError }';

const typeScript7 = () => resolve('node_modules/typescript/bin/tsc');

/** Later compilers have no `moduleResolution` node10. */
function typeScript5(): string {
  const folder = resolve('node_modules/.cache/typescript-5');
  const compiler = join(folder, 'node_modules/typescript/bin/tsc');
  const install = ['install', '--prefix', folder, '--no-save', '--no-audit', 'typescript@5.9.3'];
  if (!existsSync(compiler)) execFileSync('npm', install, { stdio: 'ignore' });
  return compiler;
}

/** `moduleResolution`, `module`, the compiler, and the programs: from CommonJS and from modules. */
const rows = [
  ['node16', 'node16', typeScript7, ['use.cts', 'use.mts']],
  ['nodenext', 'nodenext', typeScript7, ['use.cts', 'use.mts']],
  ['bundler', 'esnext', typeScript7, ['use.ts']],
  ['node10', 'commonjs', typeScript5, ['use.ts']],
] as const;

const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)),
);

/** Runs a program without the settings that npm gave to the test. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env });
  return stdout;
}

/** A folder of a user who has installed the package that `npm pack` makes. */
async function installPacked(t: { after(work: () => void): void }): Promise<string> {
  const { path: folder, put } = temporaryFolder(t);
  const copy = join(folder, 'client');
  cpSync('client', copy, { recursive: true, filter: path => !/node_modules|dist/.test(path) });
  const [packed] = JSON.parse(await run(copy, 'npm', 'pack', '--json'));
  mkdirSync(join(folder, 'user'));
  put('user/package.json', '{"private": true}');
  for (const name of ['use.ts', 'use.cts', 'use.mts']) put(`user/${name}`, program);
  put('user/run.cjs', `const ${names} = require('ktima-client'); ${use}`);
  put('user/run.mjs', `import ${names} from 'ktima-client'; ${use}`);
  const user = join(folder, 'user');
  const quietly = ['--offline', '--no-audit', '--no-fund'];
  await run(user, 'npm', 'install', ...quietly, join(copy, packed.filename));
  return user;
}

test('the packed package is found, typed and runs for every kind of user', async t => {
  const user = await installPacked(t);
  for (const [how, module, compiler, files] of rows) {
    await t.test(`TypeScript with moduleResolution ${how}`, async () => {
      const checks = ['--noEmit', '--strict', '--skipLibCheck', 'false'];
      const platform = ['--target', 'es2022', '--lib', 'es2022,dom'];
      const modules = ['--module', module, '--moduleResolution', how];
      const options = [...checks, ...platform, ...modules, ...files];
      const compiled = run(user, process.execPath, compiler(), ...options);
      await compiled.catch(({ stdout }) => assert.fail(stdout));
    });
  }
  for (const name of ['run.cjs', 'run.mjs']) {
    await t.test(name, async () => {
      const output = await run(user, process.execPath, name);
      assert.equal(output, 'http://localhost:1/healthz true\n');
    });
  }
});
