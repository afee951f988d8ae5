import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Argument, type Command, Option } from 'commander';
import type { CommandContext } from '../commands/context.ts';
import { examples } from '../commands/option-readers.ts';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import type { OpenApi } from '../http/reference/openapi.ts';
import { openApiService, openAuthService, openLog } from '../services/services.ts';
import { jsonText, type Text } from '../terminal/print.ts';
import { clientOperations } from './client-operations.ts';
import { postmanCollection } from './postman.ts';

/** `ktima openapi` */
export function addCommand(program: Command, { settings, print }: CommandContext): void {
  program
    .command('openapi')
    .description('print the OpenAPI description of a service')
    .addArgument(new Argument('[service]', 'which one').choices(['api', 'auth']).default('api'))
    .addOption(new Option('--write', 'write both into docs/openapi/ instead').conflicts('check'))
    .option('--check', 'fail when docs/openapi/ is out of date')
    .addHelpText('after', examples('ktima openapi auth > auth.json'))
    .action((host: 'api' | 'auth', { write, check }: { write?: boolean; check?: boolean }) => {
      if (write) return print(writeOpenApi(settings()));
      return print(check ? checkOpenApi(settings()) : openApiText(settings(), host));
    });
}

export type Host = 'api' | 'auth';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The OpenAPI description of a host, to be printed. */
export async function openApiText(settings: Settings, host: Host): Promise<Text> {
  return jsonText(await describe(settings, host));
}

async function describe(settings: Settings, host: Host): Promise<OpenApi> {
  const inMemory = {
    ...settings,
    databaseUrl: 'sqlite::memory:',
    authDatabaseUrl: 'sqlite::memory:',
  };
  const open = host === 'api' ? openApiService : openAuthService;
  const { server, close } = await open(inMemory, openLog('silent'), false);
  const description = server.swagger() as unknown as OpenApi;
  await server.close();
  await close();
  return description;
}

function textOf(description: OpenApi): string {
  return `${JSON.stringify(description, null, 2)}\n`;
}

/** Every committed file that follows from the routes: its path and what it should hold. */
async function derivedFiles(settings: Settings): Promise<Readonly<Record<string, string>>> {
  const api = await describe(settings, 'api');
  const auth = await describe(settings, 'auth');
  return {
    'docs/openapi/api.json': textOf(api),
    'docs/openapi/auth.json': textOf(auth),
    'client/src/operations.ts': clientOperations({ api, auth }),
    'examples/ktima.postman_collection.json': postmanCollection({ api, auth }),
  };
}

/** Writes both descriptions into docs/openapi/, the client's types and the collection. */
export async function writeOpenApi(settings: Settings): Promise<string> {
  const files = await derivedFiles(settings);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(`${root}/${path}`), { recursive: true });
    await writeFile(`${root}/${path}`, text);
  }
  return `${Object.keys(files).join(', ')} written`;
}

/** Fails when a committed description, or the client, no longer says what the routes do. */
export async function checkOpenApi(settings: Settings): Promise<string> {
  const files = await derivedFiles(settings);
  for (const [path, text] of Object.entries(files)) {
    const committed = await readFile(`${root}/${path}`, 'utf8').catch(() => '');
    if (committed !== text) {
      const message = `${path} is out of date: run 'npm run openapi' and look at the change`;
      throw new KtimaError('USAGE', message);
    }
  }
  return `${Object.keys(files).join(', ')} are up to date`;
}
