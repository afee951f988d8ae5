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
import {
  type Addresses,
  fill,
  restartUnderLoad,
  smoke,
  stopUnderLoad,
  writeOwnFiles,
} from './smoke.ts';

const help = `Usage: npm run check:units [-- --base IMAGE]

Boots systemd in a container of podman, with the image of 'npm run check:image' in /opt/ktima, and
runs the units of deploy/systemd on SQLite: start, every feature once, hardening, log, SIGHUP, kill -9,
eight restarts of each unit under load, more instances, a stop under load. The container is removed at
the end. It needs root, because the units restrict what a container without privileges cannot. It
takes about three minutes.

  --base IMAGE   as for check:image
`;

const container = `ktima-units-${process.pid}`;
const units = ['ktima-api', 'ktima-auth'] as const;

/** A command in the container. */
const inside = (...command: string[]) => podman(['exec', container, ...command]);
const shell = (script: string, input = '') =>
  podman(['exec', '--interactive', container, 'sh', '-euc', script], input);

/** A property of a unit, as `systemctl show` prints it. */
const property = (name: string, unit: string) =>
  inside('systemctl', 'show', `--property=${name}`, '--value', unit);

/** The files of /etc/ktima. */
const settings = {
  common: 'KTIMA_CONSOLE_ORIGINS=http://127.0.0.1:8000',
  api: `KTIMA_DATABASE_URL=sqlite:/var/lib/ktima/ktima.db
KTIMA_METRICS_PORT=9464`,
  auth: `KTIMA_KEY_SECRET=a-secret-of-a-trial-on-loopback-only
KTIMA_AUTH_DATABASE_URL=sqlite:/var/lib/ktima/auth.db
KTIMA_METRICS_PORT=9465`,
  'api-1': 'KTIMA_METRICS_PORT=9466',
  'api-2': 'KTIMA_METRICS_PORT=9467',
};

/** The ports of the units are open to this machine. */
const openPort = (port: number) => `[Socket]\nListenStream=\nListenStream=0.0.0.0:${port}\n`;

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
  const addresses = await boot(machine, writeOwnFiles(stack));
  const { api, auth } = addresses;
  const both = () => Promise.all([answers(`${api}/healthz`), answers(`${auth}/healthz`)]);

  await inside('systemctl', 'enable', '--now', ...units);
  await both();
  console.log('started         both services answer');
  await fill(runKtima, '/files');
  await answers(`${api}/readyz`);
  await smoke(addresses);
  console.log('used            imports of files, every feature once');
  await checkHardening();
  await checkSecrets();
  await checkLog();
  await hangUp(both);
  await kill(both);
  await restart(addresses);
  await smoke(addresses);
  await startTemplate();
  await stop(addresses);
}

/** Boots systemd and writes the settings. */
async function boot(image: string, files: string): Promise<Addresses> {
  const ports = { api: await freePort(), auth: await freePort() };
  await runContainer(
    container,
    '--privileged',
    '--systemd=always',
    `--publish=127.0.0.1:${ports.api}:8000`,
    `--publish=127.0.0.1:${ports.auth}:8001`,
    `--volume=${files}:/files:ro`,
    image,
  );
  await shell(
    'for i in $(seq 120); do systemctl is-active basic.target && exit 0; sleep 0.5; done; exit 1',
  );
  for (const [name, lines] of Object.entries(settings))
    await shell(`cat > /etc/ktima/${name}.env`, `${lines}\n`);
  await shell('chown root:ktima /etc/ktima/*.env && chmod 640 /etc/ktima/*.env');
  for (const [i, unit] of units.entries()) {
    const folder = `/etc/systemd/system/${unit}.socket.d`;
    await shell(`mkdir ${folder} && cat > ${folder}/open.conf`, openPort(8000 + i));
  }
  await inside('systemctl', 'daemon-reload');
  return { api: `http://127.0.0.1:${ports.api}`, auth: `http://127.0.0.1:${ports.auth}` };
}

/** A command with the settings and the user of the services, as the quickstart runs it. */
function runKtima(args: readonly string[], input?: string): Promise<string> {
  const script = 'set -a; for part in common api auth; do . /etc/ktima/$part.env; done; exec "$@"';
  const command = ['sh', '-c', script, 'ktima', '/opt/ktima/current/bin/ktima', ...args];
  const asKtima = ['runuser', '-u', 'ktima', '--', ...command];
  return podman(['exec', '--interactive', container, ...asKtima], input);
}

/** What `systemd-analyze security` says, and what the kernel applies to the running services. */
async function checkHardening(): Promise<void> {
  for (const unit of [...units, 'ktima-api@1'].map(name => `${name}.service`)) {
    const report = await inside('systemd-analyze', 'security', '--no-pager', unit);
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(report)![1]);
    assert.ok(exposure < 3, report);
    console.log(`hardening       ${unit} has an exposure of ${exposure} (0 to 10)`);
  }
  for (const unit of units) {
    const pid = await property('MainPID', unit);
    const status = await inside('cat', `/proc/${pid}/status`);
    assert.match(status, /^NoNewPrivs:\t1$/m);
    assert.match(status, /^Seccomp:\t2$/m);
    assert.match(status, /^CapBnd:\t0+$/m);
    const touch = (file: string) => inside('nsenter', `--target=${pid}`, '--mount', 'touch', file);
    for (const file of ['/opt/ktima/x', '/etc/x', '/var/backups/ktima/x', '/var/lib/x']) {
      await assert.rejects(touch(file), /Read-only file system/, file);
    }
    await touch('/var/lib/ktima/x');
  }
  const files = (await inside('ls', '/var/lib/ktima')).split('\n');
  for (const name of ['ktima.db', 'auth.db', 'ktima.db-usage', 'ktima.db-portfolios']) {
    assert.ok(files.includes(name), `${name} is not in /var/lib/ktima`);
  }
  console.log('                they write /var/lib/ktima only, where all databases are');
}

/** A service has its own secrets, and finds those of the other neither in files nor in processes. */
async function checkSecrets(): Promise<void> {
  const pids = await Promise.all(units.map(unit => property('MainPID', unit)));
  const secrets = ['KTIMA_DATABASE_URL', 'KTIMA_KEY_SECRET'];
  for (const [i, pid] of pids.entries()) {
    const environment = await shell(`tr '\\0' '\\n' < /proc/${pid}/environ`);
    const found = secrets.filter(name => new RegExp(`^${name}=`, 'm').test(environment));
    assert.deepEqual(found, [secrets[i]]);
    const read = (file: string) =>
      shell(
        `exec nsenter --target=${pid} --user --mount --setuid=$(id -u ktima) --setgid=$(id -g ktima) cat ${file}`,
      );
    await read('/opt/ktima/current/package.json');
    for (const file of [
      '/etc/ktima/api.env',
      '/etc/ktima/auth.env',
      `/proc/${pids[1 - i]}/environ`,
    ])
      await assert.rejects(read(file), /Permission denied|No such file/, file);
  }
  console.log('secrets         each service has its own, and cannot read those of the other');
}

async function checkLog(): Promise<void> {
  const lines = (await inside('journalctl', '--no-pager', '-o', 'cat', '-t', 'ktima')).split('\n');
  for (const line of lines) assert.equal(typeof JSON.parse(line).time, 'string', line);
  console.log(`log             ${lines.length} lines in the journal, all of them JSON`);
}

async function hangUp(both: () => Promise<unknown>): Promise<void> {
  for (const unit of units) {
    const before = await property('MainPID', unit);
    await inside('systemctl', 'kill', '--signal=HUP', unit);
    await both();
    assert.equal(await property('MainPID', unit), before);
    assert.match(await inside('journalctl', '-o', 'cat', '-u', unit), /SIGHUP is ignored/);
  }
  console.log('SIGHUP          ignored by both');
}

async function kill(both: () => Promise<unknown>): Promise<void> {
  for (const unit of units) {
    const before = await property('MainPID', unit);
    await inside('systemctl', 'kill', '--kill-who=main', '--signal=KILL', unit);
    // Its port is held: the request waits for the next process.
    await both();
    assert.notEqual(await property('MainPID', unit), before);
    assert.equal(await property('NRestarts', unit), '1');
  }
  console.log('kill -9         systemd has started both again');
}

async function restart(addresses: Addresses): Promise<void> {
  for (const unit of units) {
    const restartUnit = () => inside('systemctl', 'restart', unit);
    const count = await restartUnderLoad(addresses, restartUnit);
    assert.equal(await property('NRestarts', unit), '0');
    console.log(`restart         ${unit}, eight times under load: ${count} requests, none failed`);
  }
}

async function startTemplate(): Promise<void> {
  await inside('systemctl', 'start', 'ktima-api@1', 'ktima-api@2');
  for (const port of [8011, 8012]) {
    const look = `fetch("http://127.0.0.1:${port}/readyz").then(r => process.exit(r.ok ? 0 : 1))`;
    await shell(
      `for i in $(seq 60); do node -e '${look}' 2>/dev/null && exit 0; sleep 1; done; exit 1`,
    );
  }
  await inside('systemctl', 'stop', 'ktima-api@1.socket', 'ktima-api@2.socket');
  await inside('systemctl', 'stop', 'ktima-api@1', 'ktima-api@2');
  assert.equal(await property('Result', 'ktima-api@1'), 'success');
  console.log('ktima-api@1     and @2 started beside it, and stopped');
}

async function stop(addresses: Addresses): Promise<void> {
  const stopUnits = async () => {
    // Otherwise systemd would hold connections that nothing accepts.
    await inside('systemctl', 'stop', ...units.map(unit => `${unit}.socket`));
    await inside('systemctl', 'stop', ...units);
  };
  const count = await stopUnderLoad(addresses, stopUnits);
  for (const unit of units) {
    const result = [await property('Result', unit), await property('ExecMainStatus', unit)];
    assert.deepEqual(result, ['success', '0']);
  }
  console.log(`stop            under load: ${count} requests, none was reset`);
}

const options = { help: { type: 'boolean' }, base: { type: 'string' } } as const;
await runCheck('check-units', async stack => {
  const { values } = parseArgs({ options });
  if (values.help) process.stdout.write(help);
  else await check(stack, await baseImage(values.base));
});
