import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/postgres/cluster.ts';
import { needProgram } from '../../test/programs.ts';

/** The addresses of the instances, each as `host:port`. */
export interface Instances {
  readonly api: readonly string[];
  readonly auth: readonly string[];
}

/** A running nginx in front of the instances. */
export interface Front {
  /** The addresses of the two services, as clients see them. */
  readonly api: string;
  readonly auth: string;
  stop(): Promise<void>;
}

/** Starts nginx on loopback with deploy/nginx.conf, in a folder of its own that `stop` removes. */
export async function startNginx(instances: Instances): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-nginx-'));
  // Started as root, nginx works as an unprivileged user, which needs access to its folders.
  chmodSync(folder, 0o711);
  const ports = { api: await freePort(), auth: await freePort() };
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(instances, ports));
  const args = ['-e', 'stderr', '-p', folder, '-c', file, '-g', 'daemon off;'];
  const child = spawn(needProgram('nginx'), args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', chunk => {
    log += chunk;
  });
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  try {
    await listening(child, ports.auth);
  } catch (cause) {
    await stop();
    throw new Error(`nginx did not start: ${log}`, { cause });
  }
  return { api: `http://127.0.0.1:${ports.api}`, auth: `http://127.0.0.1:${ports.auth}`, stop };
}

/** What `nginx -t` says of a configuration of its `http` block; empty if it accepts it. */
export function nginxFaults(http: string, folder: string): string {
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${http}}\n`);
  const args = ['-t', '-e', 'stderr', '-p', folder, '-c', file];
  const { status, stderr } = spawnSync(needProgram('nginx'), args);
  return status === 0 ? '' : String(stderr);
}

/** deploy/nginx.conf with other addresses. */
export function configuration(
  instances: Instances,
  ports: { readonly api: number; readonly auth: number },
): string {
  const shipped = readFileSync('deploy/nginx.conf', 'utf8');
  return (['api', 'auth'] as const).reduce((text, name) => {
    const [line, options] = new RegExp(`(?: *server ${name}-\\d:\\d+ (.*);\n)+`).exec(text)!;
    const servers = instances[name].map(address => `    server ${address} ${options};\n`);
    const port = name === 'api' ? 8000 : 8001;
    return text
      .replace(line, servers.join(''))
      .replace(`listen ${port};`, `listen 127.0.0.1:${ports[name]};`);
  }, shipped);
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await sleep(20);
    } finally {
      socket.destroy();
    }
  }
  throw new Error('it does not listen');
}
