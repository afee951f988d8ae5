// Builds the image, starts it as compose.yaml does, uses it once, and stops it under load.
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { requestUntilRefused, type Seen } from '../../test/commands/stop-load.ts';
import { freePort } from '../../test/postgres/cluster.ts';
import { waitFor } from '../../test/store/changes.ts';
import {
  answers,
  buildImage,
  confined,
  logOf,
  podman,
  removeContainer,
  runCheck,
  runContainer,
  stopContainer,
} from './podman.ts';

const help = `Usage: npm run check:image [-- --base IMAGE]

Builds the image with podman and starts it on loopback: read-only, not as root, on SQLite. Logs in,
imports a file, makes a backup, and stops it under load. The container is removed at the end; the
image stays (podman rmi). It takes about three minutes the first time, then one.

  --base IMAGE   the base image, such as node:24-slim; without it, one of Debian's packages is made
`;

const container = `ktima-check-${process.pid}`;
const password = 'correct horse battery';
const parcel = '/api/geocoding/kaek-search/?kaek_code=050099901001';
const cost = '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85';

/** A command in the container, as `docker compose exec` runs it. */
const inside = (command: readonly string[], input = '') =>
  podman(['exec', '--interactive', container, ...command], input);

async function check(stack: AsyncDisposableStack, base: string | undefined): Promise<void> {
  const image = await buildImage(base);
  const bytes = Number(await podman(['image', 'inspect', image, '--format', '{{.Size}}']));
  console.log(`built           ${image}, ${Math.round(bytes / 1e6)} MB`);
  stack.defer(() => removeContainer(container));
  const { api, auth } = await start(image);
  await checkConfinement();
  await useOnce(api, auth);
  await stopUnderLoad(api, auth);
}

async function start(image: string) {
  const ports = { api: await freePort(), auth: await freePort() };
  const url = (service: 'api' | 'auth') => `http://127.0.0.1:${ports[service]}`;
  const publish = [
    `--publish=127.0.0.1:${ports.api}:8000`,
    `--publish=127.0.0.1:${ports.auth}:8001`,
  ];
  const startedMs = performance.now();
  const files = `--volume=${resolve('data')}:/files:ro`;
  await runContainer(container, ...confined, ...publish, files, '--volume=/app/var', image);
  await Promise.all([answers(`${url('api')}/healthz`), answers(`${url('auth')}/healthz`)]);
  const took = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`started         both services answer /healthz after ${took} s`);
  await podman(['healthcheck', 'run', container]);
  return { api: url('api'), auth: url('auth') };
}

async function checkConfinement(): Promise<void> {
  assert.notEqual(await inside(['id', '-u']), '0');
  await assert.rejects(inside(['touch', '/app/src/x']), /Read-only file system/);
  const client = await inside(['pg_dump', '--version']);
  console.log(`confined        not root, read-only; it has ${client}`);
}

async function useOnce(api: string, auth: string): Promise<void> {
  await inside(['bin/ktima', 'user', 'add', 'maria'], `${password}\n`);
  const body = new URLSearchParams({ username: 'maria', password });
  const login = await fetch(`${auth}/auth/otp/login`, { method: 'POST', body });
  assert.equal(login.status, 200, await login.text());
  await inside(['bin/ktima', 'import', 'parcels', '/files/parcels.geojson']);
  await inside(['bin/ktima', 'import', 'costs', '/files/costs.csv', '/files/depreciation.csv']);
  for (const path of [parcel, cost, '/readyz']) await answers(api + path);
  await inside(['bin/ktima', 'backup', 'auth', '/app/var/auth.backup']);
  console.log('used            a login, two imports that are served, a backup');
}

async function stopUnderLoad(api: string, auth: string): Promise<void> {
  const seen: Seen = { statuses: [], failures: [] };
  const form = 'refresh_token=not-a-token';
  const clients = [1, 2, 3].flatMap(() => [
    requestUntilRefused(seen, api + cost, 'keeps its connection'),
    requestUntilRefused(seen, `${auth}/auth/token/refresh`, 'keeps its connection', form),
  ]);
  await waitFor(() => seen.statuses.length > 200, 60_000);
  const code = await stopContainer(container);
  await Promise.all(clients);
  assert.deepEqual(seen.failures, []);
  assert.deepEqual([...new Set(seen.statuses)].toSorted(), [200, 401]);
  assert.equal(code, 0, await logOf(container));
  console.log(`stopped         under load: ${seen.statuses.length} requests, none was reset`);
}

const options = { help: { type: 'boolean' }, base: { type: 'string' } } as const;
await runCheck('check-image', async stack => {
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else await check(stack, values.base);
});
