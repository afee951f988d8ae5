import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import type { Server } from '../http/server.ts';
import { openApiService, openAuthService, openLog } from './services.ts';

export type Host = 'api' | 'auth';

const folder = fileURLToPath(new URL('../../docs/openapi', import.meta.url));

/** The OpenAPI description of a host, as text. */
export async function openApiText(settings: Settings, host: Host): Promise<string> {
  const inMemory = {
    ...settings,
    databaseUrl: 'sqlite::memory:',
    authDatabaseUrl: 'sqlite::memory:',
  };
  const open = host === 'api' ? openApiService : openAuthService;
  const { server, close } = await open(inMemory, openLog('silent'), false);
  const text = describe(server);
  await server.close();
  await close();
  return text;
}

function describe(server: Server): string {
  return `${JSON.stringify(server.swagger(), null, 2)}\n`;
}

/** Writes both descriptions into docs/openapi/. */
export async function writeOpenApi(settings: Settings): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const host of ['api', 'auth'] as const) {
    await writeFile(`${folder}/${host}.json`, await openApiText(settings, host));
  }
  return 'docs/openapi/ written';
}

/** Fails when a committed description no longer says what the routes do. */
export async function checkOpenApi(settings: Settings): Promise<string> {
  for (const host of ['api', 'auth'] as const) {
    const committed = await readFile(`${folder}/${host}.json`, 'utf8').catch(() => '');
    if (committed !== (await openApiText(settings, host))) {
      const message = `docs/openapi/${host}.json is out of date: run 'npm run openapi' and look at the change`;
      throw new KtimaError('USAGE', message);
    }
  }
  return 'docs/openapi/ is up to date';
}
