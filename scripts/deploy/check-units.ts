// Boots systemd in a container, starts the units of deploy/systemd, and breaks them.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { freePort } from '../../test/postgres/cluster.ts';
import {
  answers,
  baseImage,
  buildFrom,
  buildImage,
  podman,
  removeContainer,
  runCheck,
  runContainer,
} from './podman.ts';
import { type Addresses, fill, smoke, stopUnderLoad } from './smoke.ts';

const help = `Usage: npm run check:units [-- --base IMAGE]

Boots systemd in a container of podman, with the image of 'npm run check:image' in /opt/ktima, and
runs the units of deploy/systemd on SQLite: start, every feature once, hardening, log, SIGHUP, kill -9,
restart, a stop under load. The container is removed at the end. It needs root, because the units
restrict what a container without privileges cannot. It takes about two minutes.

  --base IMAGE   as for check:image
`;

const container = `ktima-units-${process.pid}`;

/** A command in the container. */
const inside = (...command: string[]) => podman(['exec', container, ...command]);
const shell = (script: string, input = '') =>
  podman(['exec', '--interactive', container, 'sh', '-euc', script], input);

/** A property of the service, as `systemctl show` prints it. */
const property = (name: string, unit = 'ktima') =>
  inside('systemctl', 'show', `--property=${name}`, '--value', unit);

const settings = `
KTIMA_HOST=0.0.0.0
KTIMA_KEY_SECRET=a-secret-of-a-trial-on-loopback-only
KTIMA_REPORT_KEY_SECRET=another-secret-of-a-trial-on-loopback
KTIMA_DATABASE_URL=sqlite:/var/lib/ktima/ktima.db
KTIMA_AUTH_DATABASE_URL=sqlite:/var/lib/ktima/auth.db
KTIMA_REPORT_KEYS=/var/lib/ktima/report-keys.json
`;

/** Another instance, for the template. */
const instanceSettings = `
KTIMA_API_PORT=8010
KTIMA_AUTH_PORT=8011
KTIMA_DATABASE_URL=sqlite:/var/lib/ktima/other.db
`;

async function check(stack: AsyncDisposableStack, base: string): Promise<void> {
  const image = await buildImage(base);
  const machine = 'localhost/ktima-systemd';
  const images = ['--build-arg', `BASE=${base}`, '--build-arg', `IMAGE=${image}`];
  await buildFrom(
    'scripts/deploy/systemd.containerfile',
    [...images, '--tag', machine],
    'deploy/systemd',
  );
  stack.defer(() => removeContainer(container));
  const addresses = await boot(machine);
  const { api, auth } = addresses;
  const both = () => Promise.all([answers(`${api}/healthz`), answers(`${auth}/healthz`)]);

  await inside('systemctl', 'enable', '--now', 'ktima');
  await both();
  console.log('started         both services answer');
  await fill((args, input) => shell(command(args), input), '/opt/ktima/current/data');
  await answers(`${api}/readyz`);
  await smoke(addresses);
  console.log('used            imports of files, every feature once');
  await checkHardening();
  await checkLog();
  await hangUp(both);
  await kill(both);
  await restart(both);
  await smoke(addresses);
  await startTemplate();
  await stop(addresses);
}

/** Boots systemd and writes the settings. */
async function boot(image: string): Promise<Addresses> {
  const ports = { api: await freePort(), auth: await freePort() };
  await runContainer(
    container,
    '--privileged',
    '--systemd=always',
    `--publish=127.0.0.1:${ports.api}:8000`,
    `--publish=127.0.0.1:${ports.auth}:8001`,
    image,
  );
  await shell(
    'for i in $(seq 120); do systemctl is-active basic.target && exit 0; sleep 0.5; done; exit 1',
  );
  await shell('cat > /etc/ktima.env', settings);
  await shell('cat > /etc/ktima-1.env', instanceSettings);
  await inside('sh', '-c', 'chown root:ktima /etc/ktima*.env && chmod 640 /etc/ktima*.env');
  return { api: `http://127.0.0.1:${ports.api}`, auth: `http://127.0.0.1:${ports.auth}` };
}

/** A command with the settings and the user of the service, as the quickstart runs it. */
function command(args: readonly string[]): string {
  const words = args.map(arg => `'${arg}'`).join(' ');
  return `set -a; . /etc/ktima.env; exec runuser -u ktima -- /opt/ktima/current/bin/ktima ${words}`;
}

/** What `systemd-analyze security` says, and what the kernel applies to the running service. */
async function checkHardening(): Promise<void> {
  for (const unit of ['ktima.service', 'ktima@1.service']) {
    const report = await inside('systemd-analyze', 'security', '--no-pager', unit);
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(report)![1]);
    assert.ok(exposure < 3, report);
    console.log(`hardening       ${unit} has an exposure of ${exposure} (0 to 10)`);
  }
  const pid = await property('MainPID');
  const status = await inside('cat', `/proc/${pid}/status`);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  assert.match(status, /^Seccomp:\t2$/m);
  assert.match(status, /^CapBnd:\t0+$/m);
  const touch = (file: string) => inside('nsenter', `--target=${pid}`, '--mount', 'touch', file);
  for (const file of ['/opt/ktima/x', '/etc/x', '/var/backups/ktima/x', '/var/lib/x']) {
    await assert.rejects(touch(file), /Read-only file system/, file);
  }
  await touch('/var/lib/ktima/x');
  const files = (await inside('ls', '/var/lib/ktima')).split('\n');
  for (const name of [
    'ktima.db',
    'auth.db',
    'ktima.db-usage',
    'ktima.db-portfolios',
    'report-keys.json',
  ]) {
    assert.ok(files.includes(name), `${name} is not in /var/lib/ktima`);
  }
  console.log('                it can write /var/lib/ktima only, where all databases and keys are');
}

async function checkLog(): Promise<void> {
  const lines = (await inside('journalctl', '--no-pager', '-o', 'cat', '-t', 'ktima')).split('\n');
  for (const line of lines) assert.equal(typeof JSON.parse(line).time, 'string', line);
  console.log(`log             ${lines.length} lines in the journal, all of them JSON`);
}

async function hangUp(both: () => Promise<unknown>): Promise<void> {
  const before = await property('MainPID');
  await inside('systemctl', 'kill', '--signal=HUP', 'ktima');
  await both();
  assert.equal(await property('MainPID'), before);
  assert.match(await inside('journalctl', '-o', 'cat', '-t', 'ktima'), /SIGHUP is ignored/);
  console.log('SIGHUP          ignored by all processes');
}

async function kill(both: () => Promise<unknown>): Promise<void> {
  const before = await property('MainPID');
  await inside('systemctl', 'kill', '--kill-who=main', '--signal=KILL', 'ktima');
  await shell('until [ "$(systemctl show -P NRestarts ktima)" = 1 ]; do sleep 0.2; done');
  await both();
  assert.notEqual(await property('MainPID'), before);
  console.log('kill -9         systemd has started it again');
}

async function restart(both: () => Promise<unknown>): Promise<void> {
  const before = await property('MainPID');
  await inside('systemctl', 'restart', 'ktima');
  await both();
  assert.notEqual(await property('MainPID'), before);
  assert.equal(await property('NRestarts'), '0');
  console.log('restart         answers');
}

async function startTemplate(): Promise<void> {
  await inside('systemctl', 'start', 'ktima@1');
  const look = 'fetch("http://127.0.0.1:8010/healthz").then(r => process.exit(r.ok ? 0 : 1))';
  await shell(
    `for i in $(seq 60); do node -e '${look}' 2>/dev/null && exit 0; sleep 1; done; exit 1`,
  );
  await inside('systemctl', 'stop', 'ktima@1');
  assert.equal(await property('Result', 'ktima@1'), 'success');
  console.log('ktima@1         started beside it, and stopped');
}

async function stop(addresses: Addresses): Promise<void> {
  const stopUnit = () => inside('systemctl', 'stop', 'ktima').then(() => {});
  const count = await stopUnderLoad(addresses, stopUnit);
  const result = [await property('Result'), await property('ExecMainStatus')];
  assert.deepEqual(result, ['success', '0']);
  console.log(`stop            under load: ${count} requests, none was reset`);
}

const options = { help: { type: 'boolean' }, base: { type: 'string' } } as const;
await runCheck('check-units', async stack => {
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else await check(stack, await baseImage(values.base));
});
