import assert from 'node:assert/strict';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { promisify } from 'node:util';
import { ktimaHere, newHome, serveHere } from './ktima.ts';

const home = newHome();
const service = await serveHere(home.env, '--demo');
test.after(() => service.stop().then(home.remove));
const env = { PATH: process.env.PATH!, API: service.api, AUTH: service.auth };

/** Installs a program that a fresh Debian lacks. */
function need(program: string): void {
  if (spawnSync(program, ['--version']).error === undefined) return;
  // Other tests may be installing: apt waits for its own lock.
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=600', ...args]);
  apt('update');
  apt('install', '--no-install-recommends', program);
}

/** Runs an example, which must end with 0. The service is in this process, so it is not blocked. */
async function run(command: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { env })).stdout;
}

test('the example for curl runs as it is', async () => {
  need('curl');
  const answers = (await run('examples/curl.sh'))
    .split('\n')
    .filter(line => /^[[{]/.test(line))
    .map(line => JSON.parse(line));
  const [cost, parcel, address, places] = answers;
  assert.equal(cost.reconstruction_cost.as_new, 89_250);
  assert.equal(parcel.kaek, '050099901001');
  assert.equal(address.results[0].components.postal_code, '10676');
  assert.equal(places[0].place_type, 'bus_stop');
});

const lines = [
  /as new 89,?250(\.00)? €, as is [\d,.]+ €/,
  /parcel 050099901001: 324\.18 m²/,
  /Βασιλίσσης Σοφίας 24, .*Αθήνα: street, confidence 0\.\d+/,
  /65\.86 m +bus_stop +Syntagma/,
];

test('the example for Python runs as it is', async () => {
  need('python3');
  const output = await run('python3', 'examples/python.py');
  for (const line of lines) assert.match(output, line);
});

test('the example for TypeScript runs as it is', async () => {
  const output = await run(process.execPath, 'examples/typescript.ts');
  for (const line of lines) assert.match(output, line);
});

interface Request {
  readonly method: string;
  readonly url: { readonly raw: string };
  readonly auth?: { readonly type: string };
  readonly body?: {
    readonly raw?: string;
    readonly formdata?: readonly { key: string; value: string; disabled: boolean }[];
    readonly urlencoded?: readonly { key: string; value: string; disabled: boolean }[];
  };
}

test('every request of the collection is answered', async () => {
  const collection = JSON.parse(readFileSync('examples/ktima.postman_collection.json', 'utf8'));
  const values: Record<string, string> = Object.fromEntries(
    collection.variable.map((one: { key: string; value: string }) => [one.key, one.value]),
  );
  Object.assign(values, { api_url: service.api, auth_url: service.auth });
  const addClient = ['client', 'add', 'collection', '--scopes', 'places', '--json'];
  Object.assign(values, JSON.parse((await ktimaHere(home.env, addClient)).stdout));
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]!);

  const send = async ({ method, url, auth, body }: Request) => {
    const form = body?.formdata ?? body?.urlencoded;
    const fields = form
      ?.filter(({ disabled }) => !disabled)
      .map(one => [one.key, filled(one.value)]);
    return fetch(filled(url.raw), {
      method,
      headers: {
        ...(auth?.type !== 'noauth' && { authorization: `Bearer ${values.access_token}` }),
        ...(body?.raw && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body.raw ?? new URLSearchParams(fields as [string, string][]) }),
    });
  };

  const [authentication, api] = collection.item;
  const all = [...authentication.item, ...api.item];
  // Logging out ends the session that the others need.
  const order = [
    ...all.filter(one => one.name !== 'Log out'),
    ...all.filter(one => one.name === 'Log out'),
  ];
  assert.ok(order.length > 15);
  for (const { name, request, event } of order) {
    const response = await send(request);
    const text = await response.text();
    assert.ok(response.ok, `${name}: ${response.status} ${text}`);
    if (event) Object.assign(values, JSON.parse(text));
  }
});
