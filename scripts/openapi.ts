// `npm run openapi` writes every committed file that is made from the routes; `--check` compares.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiService } from '#app/services/api-service.ts';
import { openAuthService } from '#app/services/auth-service.ts';
import { openLog } from '#app/services/service.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import type { OpenApi } from '#http/openapi/document.ts';
import { errorsPage } from './errors-page.ts';
import { pythonClient } from './python-client.ts';
import { typeScriptClient } from './typescript-client.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The OpenAPI description that a host serves. */
export async function describe(host: 'api' | 'auth'): Promise<OpenApi> {
  const settings = {
    ...readSettings({}),
    databaseUrl: 'sqlite::memory:',
    authDatabaseUrl: 'sqlite::memory:',
  };
  const open = host === 'api' ? openApiService : openAuthService;
  const { server, close } = await open({ settings, log: openLog('silent', 'api'), demo: false });
  const description = server.swagger() as unknown as OpenApi;
  await server.close();
  await close();
  return description;
}

/** The content of the written files by path. */
async function derivedFiles(): Promise<Record<string, string>> {
  const [api, auth] = [await describe('api'), await describe('auth')];
  return {
    'docs/openapi/api.json': `${JSON.stringify(api, null, 2)}\n`,
    'docs/openapi/auth.json': `${JSON.stringify(auth, null, 2)}\n`,
    'docs/errors.md': errorsPage,
    ...typeScriptClient({ api, auth }),
    ...pythonClient({ api, auth }),
  };
}

async function write(): Promise<void> {
  for (const [path, text] of Object.entries(await derivedFiles())) await save(path, text);
}

async function check(): Promise<void> {
  for (const [path, text] of Object.entries(await derivedFiles())) {
    if ((await read(path)) === text) continue;
    console.error(`${path} is out of date: run 'npm run openapi' and look at the change`);
    process.exitCode = 1;
  }
}

function read(path: string): Promise<string> {
  return readFile(`${root}/${path}`, 'utf8').catch(() => '');
}

async function save(path: string, text: string): Promise<void> {
  await mkdir(dirname(`${root}/${path}`), { recursive: true });
  await writeFile(`${root}/${path}`, text);
}

if (import.meta.main) await (process.argv[2] === '--check' ? check() : write());
