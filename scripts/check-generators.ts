// `npm run check:generators` lints both descriptions, generates clients with common generators,
// compiles them, and runs a login and a request with each. It needs internet: it installs the tools into a temporary folder, as Ktima itself does not need them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startService, stopService } from '../bench/service.ts';

const tools = {
  '@hey-api/openapi-ts': '0.99.0',
  '@redocly/cli': '2.73.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@types/node': '24.19.2',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '8.10.0',
  typescript: '5.9.3',
  // The client that Orval writes imports it.
  zod: '4.6.7',
};

const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    rootDir: '.',
    outDir: 'dist',
  },
  include: ['programs', 'openapi-typescript', 'hey-api', 'orval'],
};

const orval = ({ api, auth }: Addresses) => `
const output = (target, baseUrl) => ({ target, baseUrl, client: 'fetch' });
export default {
  api: { input: 'api.json', output: output('orval/api.ts', '${api}') },
  auth: { input: 'auth.json', output: output('orval/auth.ts', '${auth}') },
};
`;

type Addresses = Readonly<Record<'api' | 'auth', string>>;

/** A program for each client: from user name and password to the places around Syntagma square. */
const programs = {
  'openapi-typescript': `
import createClient from 'openapi-fetch';
import type { paths as ApiPaths } from '../openapi-typescript/api.js';
import type { paths as AuthPaths } from '../openapi-typescript/auth.js';

const api = createClient<ApiPaths>({ baseUrl: process.env.API! });
const auth = createClient<AuthPaths>({ baseUrl: process.env.AUTH! });
const tokens = await auth.POST('/auth/otp/login', {
  body: { username: 'demo', password: 'ktima-demo' },
  bodySerializer: fields => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  },
});
const places = await api.POST('/api/points-of-interest/', {
  body: { latitude: 37.9755, longitude: 23.7348 },
  headers: { authorization: \`Bearer \${tokens.data!.access_token}\` },
});
console.log(places.data!.find(place => place.place_type === 'metro_station')!.name_en);
`,
  'hey-api': `
import { pointsOfInterest } from '../hey-api/api/index.js';
import { login } from '../hey-api/auth/index.js';

const tokens = await login({
  baseUrl: process.env.AUTH!,
  body: { username: 'demo', password: 'ktima-demo' },
  throwOnError: true,
});
const places = await pointsOfInterest({
  baseUrl: process.env.API!,
  auth: tokens.data.access_token,
  body: { latitude: 37.9755, longitude: 23.7348 },
  throwOnError: true,
});
console.log(places.data.find(place => place.place_type === 'metro_station')!.name_en);
`,
  orval: `
import { pointsOfInterest } from '../orval/api.js';
import { login } from '../orval/auth.js';

const tokens = await login({ username: 'demo', password: 'ktima-demo' });
if (tokens.status !== 200) throw new Error(JSON.stringify(tokens.data));
const headers = { authorization: \`Bearer \${tokens.data.access_token}\` };
const places = await pointsOfInterest({ latitude: 37.9755, longitude: 23.7348 }, {}, { headers });
if (places.status !== 200) throw new Error(JSON.stringify(places.data));
console.log(places.data.find(place => place.place_type === 'metro_station')!.name_en);
`,
};

const hosts = ['api', 'auth'] as const;

const folder = mkdtempSync(join(tmpdir(), 'ktima-generators-'));
const service = await startService(folder, join(folder, 'ktima.db'));
try {
  writeFiles(service);
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  lint();
  generate();
  tool('tsc');
  for (const name of Object.keys(programs)) askWith(name, service);
} finally {
  await stopService(service);
  rmSync(folder, { recursive: true });
}

function writeFiles(addresses: Addresses): void {
  const manifest = { private: true, type: 'module', dependencies: tools };
  write('package.json', JSON.stringify(manifest));
  write('tsconfig.json', JSON.stringify(tsconfig));
  write('orval.config.mjs', orval(addresses));
  for (const [name, text] of Object.entries(programs)) write(`programs/${name}.ts`, text);
  for (const file of ['api.json', 'auth.json', 'redocly.yaml', 'spectral.yaml']) {
    copyFileSync(`docs/openapi/${file}`, join(folder, file));
  }
}

function lint(): void {
  const files = hosts.map(host => `${host}.json`);
  tool('redocly', 'lint', ...files, '--config=redocly.yaml');
  tool('spectral', 'lint', ...files, '--ruleset=spectral.yaml', '--fail-severity=hint');
}

function generate(): void {
  for (const host of hosts) {
    tool('openapi-typescript', `${host}.json`, `--output=openapi-typescript/${host}.ts`);
    tool('openapi-ts', '--input', `${host}.json`, '--output', `hey-api/${host}`);
  }
  tool('orval', '--config=orval.config.mjs');
}

/** Runs a compiled program, which prints the name of a metro station. */
function askWith(name: string, { api, auth }: Addresses): void {
  const env = { ...process.env, API: api, AUTH: auth };
  const program = join(folder, 'dist/programs', `${name}.js`);
  const found = execFileSync(process.execPath, [program], { env, encoding: 'utf8' }).trim();
  if (found !== 'Syntagma') throw new Error(`${name}: expected Syntagma, got ${found}`);
  console.log(`${name}: logged in and found ${found}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function tool(name: string, ...args: string[]): void {
  run(join(folder, 'node_modules/.bin', name), ...args);
}

function run(command: string, ...args: string[]): void {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
  execFileSync(command, args, { cwd: folder, env, stdio: 'inherit' });
}
