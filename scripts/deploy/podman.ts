import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { installDebian, mayInstall } from '../../test/programs.ts';

/** crun, the default, refuses a machine that has both versions of cgroups. */
const runtime = existsSync('/sys/fs/cgroup/unified') ? ['--runtime', 'runc'] : [];

/** Without them podman raises the limits of its own process, which not every machine allows. */
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];

/** The version in package.json, which is the tag of the image in compose.yaml. */
export const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Runs podman and returns what it printed. An error has the reason that podman gave. */
export async function podman(args: readonly string[], input = ''): Promise<string> {
  return (await runPodman(args, input)).stdout.trim();
}

async function runPodman(args: readonly string[], input = '') {
  const child = spawn('podman', [...runtime, ...args]);
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  if (child.exitCode === 0) return { stdout, stderr };
  const reason = `${stdout}${stderr}`.trim().split('\n').slice(-15).join('\n');
  throw new Error(`podman ${args[0]}: ${reason}`);
}

/** Starts a container in the background. */
export async function runContainer(name: string, ...args: string[]): Promise<void> {
  await podman(['run', '--detach', '--name', name, ...limits, ...args]);
}

/** Runs a command in a container of its own to its end, and returns what it printed. */
export function runOnce(args: readonly string[], input?: string): Promise<string> {
  return podman(['run', '--rm', '--interactive', ...limits, ...args], input);
}

/** Removes a container, which need not exist. */
export async function removeContainer(name: string): Promise<void> {
  await podman(['rm', '--force', '--ignore', '--time', '0', '--volumes', name]);
}

/** Stops a container as compose.yaml does, and returns its exit code. */
export async function stopContainer(name: string): Promise<number> {
  await podman(['stop', '--time', '15', name]);
  return Number(await podman(['inspect', name, '--format', '{{.State.ExitCode}}']));
}

/** What a container has printed, on both outputs. */
export async function logOf(name: string): Promise<string> {
  const { stdout, stderr } = await runPodman(['logs', name]);
  return `${stdout}${stderr}`.trim();
}

/** The confinement of compose.yaml. */
export const confined = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
] as const;

/** The base image: the named one, or one of Debian's packages, which is made once. */
export async function baseImage(named: string | undefined): Promise<string> {
  needPrograms(named === undefined ? ['podman', 'mmdebstrap'] : ['podman']);
  const own = `localhost/ktima-base:${process.versions.node}`;
  if (named === undefined && (await podman(['images', '--quiet', own])) === '') {
    execFileSync('scripts/deploy/base-image', [own], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return named ?? own;
}

/** Builds the image with the Dockerfile. Steps that have not changed are not repeated. */
export async function buildImage(base: string): Promise<string> {
  const image = `localhost/ktima:${version}`;
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  const values = { BASE: base, REVISION: stdout?.trim() ?? '' };
  const args = Object.entries(values).flatMap(([name, value]) => [
    '--build-arg',
    `${name}=${value}`,
  ]);
  await buildFrom('Dockerfile', [...args, '--tag', image]);
  return image;
}

/** Runs `podman build`. The format of Docker keeps the health check, that of OCI has none. */
export async function buildFrom(
  file: string,
  args: readonly string[],
  folder = '.',
): Promise<void> {
  const network = ['--network', 'host', ...limits, ...certificates()];
  await podman(['build', '--format', 'docker', ...network, ...args, '--file', file, folder]);
}

/** Where a proxy with a certificate of its own is the way to the internet, npm needs that, too. */
function certificates(): string[] {
  const file = execFileSync('npm', ['config', 'get', 'cafile'], { encoding: 'utf8' }).trim();
  if (!file || file === 'null') return [];
  const inside = '/etc/ssl/certs/ca-certificates.crt';
  return ['--volume', `${file}:${inside}:ro`, '--env', `NPM_CONFIG_CAFILE=${inside}`];
}

function needPrograms(names: readonly string[]): void {
  const isThere = (name: string) =>
    (process.env.PATH ?? '').split(':').some(folder => existsSync(join(folder, name)));
  const missing = names.filter(name => !isThere(name));
  if (missing.length === 0) return;
  if (!mayInstall()) throw new Error(`install ${missing.join(' and ')} first`);
  installDebian(...missing, 'runc', 'buildah', 'netavark', 'aardvark-dns', 'iptables');
}

/** Repeats a request until it returns the status, for a minute at most. */
export async function answers(url: string, status = 200): Promise<Response> {
  const deadline = AbortSignal.timeout(60_000);
  for (;;) {
    try {
      const answer = await fetch(url, { signal: deadline });
      if (answer.status === status) return answer;
    } catch {
      // Not listening yet, or the deadline.
    }
    if (deadline.aborted) throw new Error(`${url} did not answer ${status} within a minute`);
    await sleep(50);
  }
}

/** How long a check may take. */
const limitMs = 20 * 60_000;

/** Runs a check, and then removes what it started, also after a signal and at the limit. */
export async function runCheck(
  name: string,
  check: (stack: AsyncDisposableStack) => Promise<void>,
): Promise<void> {
  const stack = new AsyncDisposableStack();
  const giveUp = () => stack.disposeAsync().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, giveUp);
  setTimeout(giveUp, limitMs).unref();
  try {
    await check(stack);
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`);
    process.exitCode = 1;
  } finally {
    await stack.disposeAsync();
  }
}
