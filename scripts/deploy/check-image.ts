// Builds the image, starts it as compose.yaml does, uses it once, and stops it under load.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { freePort } from '../../test/postgres/cluster.ts';
import {
  answers,
  baseImage,
  buildImage,
  confined,
  logOf,
  podman,
  removeContainer,
  runCheck,
  runContainer,
  stopContainer,
} from './podman.ts';
import { type Addresses, fill, smoke, stopUnderLoad, writeOwnFiles } from './smoke.ts';

const help = `Usage: npm run check:image [-- --base IMAGE]

Builds the image with podman and starts it on loopback: read-only, not as root, on SQLite. Imports
files, uses every feature once, makes a backup, and stops it under load. The container is removed at
the end; the image stays (podman rmi). It takes about three minutes the first time, then one.

  --base IMAGE   the base image, such as node:24-slim; without it, one of Debian's packages is made
`;

const container = `ktima-check-${process.pid}`;

/** A command in the container, as `docker compose exec` runs it. */
const inside = (command: readonly string[], input = '') =>
  podman(['exec', '--interactive', container, ...command], input);

async function check(stack: AsyncDisposableStack, base: string): Promise<void> {
  const image = await buildImage(base);
  const bytes = Number(await podman(['image', 'inspect', image, '--format', '{{.Size}}']));
  console.log(`built           ${image}, ${Math.round(bytes / 1e6)} MB`);
  stack.defer(() => removeContainer(container));
  const addresses = await start(image, writeOwnFiles(stack));
  await checkConfinement();
  await useOnce(addresses);
  const count = await stopUnderLoad(addresses, async () =>
    assert.equal(await stopContainer(container), 0, await logOf(container)),
  );
  console.log(`stopped         under load: ${count} requests, none was reset`);
}

/** Starts the image; the folder of files is /files in it. */
async function start(image: string, files: string) {
  const ports = { api: await freePort(), auth: await freePort() };
  const url = (service: 'api' | 'auth') => `http://127.0.0.1:${ports[service]}`;
  const publish = [
    `--publish=127.0.0.1:${ports.api}:8000`,
    `--publish=127.0.0.1:${ports.auth}:8001`,
  ];
  const secrets = ['--env=KTIMA_KEY_SECRET=a-secret-of-a-trial-on-loopback-only'];
  const startedMs = performance.now();
  const volumes = ['--volume=/app/var', `--volume=${files}:/files:ro`];
  await runContainer(container, ...confined, ...publish, ...secrets, ...volumes, image);
  await Promise.all([answers(`${url('api')}/healthz`), answers(`${url('auth')}/healthz`)]);
  const took = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`started         both services answer /healthz after ${took} s`);
  await podman(['healthcheck', 'run', container]);
  return { api: url('api'), auth: url('auth') };
}

async function checkConfinement(): Promise<void> {
  assert.notEqual(await inside(['id', '-u']), '0');
  await assert.rejects(inside(['touch', '/app/src/x']), /Read-only file system/);
  console.log('confined        not root, read-only');
  console.log(`version         ${await inside(['bin/ktima', '--version'])}`);
}

async function useOnce(addresses: Addresses): Promise<void> {
  await fill((args, input) => inside(['bin/ktima', ...args], input), '/files');
  await answers(`${addresses.api}/readyz`);
  await smoke(addresses);
  await inside(['bin/ktima', 'backup', 'auth', '/app/var/auth.backup']);
  console.log('used            imports of files, every feature once, a backup');
}

const options = { help: { type: 'boolean' }, base: { type: 'string' } } as const;
await runCheck('check-image', async stack => {
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else await check(stack, await baseImage(values.base));
});
