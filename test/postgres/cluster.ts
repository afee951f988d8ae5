import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresPrograms } from './install.ts';

/** PostgreSQL refuses to run as root. */
const unixUser = process.getuid?.() === 0 ? 'postgres' : undefined;

/** Of a database with PostGIS, for `CREATE DATABASE … TEMPLATE`. */
export const templateDatabase = 'ktima_template';

/** A throwaway server on loopback. */
export interface Cluster {
  readonly port: number;
  /** The data folder. */
  readonly folder: string;
  /** The address of a database of it. */
  url(database: string): string;
  /** Runs one of PostgreSQL's programs as the user that may. */
  run(program: string, ...args: string[]): void;
  /** Sends a signal to the server and all its processes. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  /** Ends it at once and closes its connections. */
  kill(): Promise<void>;
  /** Starts it again after that. */
  start(): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  // It would start a process for each of some hundred databases a minute.
  autovacuum: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
  max_wal_senders: '4',
  // How soon a standby connects again to a primary that was gone.
  wal_retrieve_retry_interval: '200ms',
};

/**
 * Starts a server over a copy of a folder that is made once. A shell watches over it: when this
 * process ends, in whatever way, its pipe breaks, and the shell ends the server and clears up.
 */
export async function startCluster(
  fill: (folder: string) => void = copyTemplate,
): Promise<Cluster> {
  const programs = postgresPrograms();
  const parent = ownFolder(mkdtempSync(join(tmpdir(), 'ktima-postgres-')));
  const folder = join(parent, 'data');
  fill(folder);
  const port = await freePort();
  const watcher = spawn('sh', ['-c', watch, 'sh', parent], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();

  const run = (program: string, ...args: string[]) => runAs(join(programs, program), args);
  const options = Object.entries({ ...settings, port })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
  const start = async () =>
    run('pg_ctl', 'start', '-s', '-w', '-D', folder, '-l', join(parent, 'log'), '-o', options);
  await start();
  return {
    port,
    folder,
    url: database => `postgres://ktima@127.0.0.1:${port}/${database}`,
    run,
    signal: signal => {
      for (const pid of processesOf(folder)) send(pid, signal);
    },
    kill: async () => run('pg_ctl', 'stop', '-s', '-m', 'immediate', '-D', folder),
    start,
  };
}

/** Waits for the end of its input, then ends the server hard and removes its folder. */
const watch = `
cat >/dev/null
pid=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
# One that was killed leaves its number behind, which may be another's by now.
if [ -n "$pid" ] && [ "$(ps -o comm= -p "$pid")" = postgres ]; then
  children=$(ps -o pid= --ppid "$pid")
  kill -CONT $pid $children 2>/dev/null
  kill -QUIT $pid 2>/dev/null
  for i in $(seq 100); do [ -e "$1/data/postmaster.pid" ] && sleep 0.05; done
fi
rm -rf "$1"
`;

/** One that went on before the others may have ended since they were listed. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

function processesOf(folder: string): number[] {
  const [postmaster] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster!], { encoding: 'utf8' });
  return [postmaster!, ...children.trim().split(/\s+/)].map(Number);
}

function runAs(program: string, args: readonly string[]): void {
  const [command, ...rest] = asServer(program, ...args);
  execFileSync(command!, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' });
}

/** A command as the user that servers run as. */
export function asServer(...command: string[]): string[] {
  if (!unixUser) return command;
  return ['setpriv', `--reuid=${unixUser}`, `--regid=${unixUser}`, '--clear-groups', ...command];
}

/** Makes a folder the server's own. */
export function ownFolder(folder: string): string {
  if (unixUser) {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, unixUser], { encoding: 'utf8' }).trim());
    chownSync(folder, id('-u'), id('-g'));
  }
  chmodSync(folder, 0o700);
  return folder;
}

/** initdb and PostGIS take two seconds, a copy of the outcome a tenth of one. */
function copyTemplate(folder: string): void {
  const version = execFileSync(join(postgresPrograms(), 'postgres'), ['-V'], { encoding: 'utf8' });
  const name = version.replaceAll(/[^\w.]+/g, '-');
  const template = join(process.cwd(), `node_modules/.cache/ktima-${name}`);
  if (!existsSync(template)) makeTemplate(template);
  execFileSync('cp', ['-a', template, folder]);
}

/** Made beside its place and moved there whole, so that several may make it at once. */
function makeTemplate(template: string): void {
  const programs = postgresPrograms();
  const parent = ownFolder(mkdtempSync(join(tmpdir(), 'ktima-postgres-')));
  const folder = join(parent, 'data');
  const run = (program: string, ...args: string[]) => runAs(join(programs, program), args);
  try {
    run(
      'initdb',
      ...['-D', folder, '-U', 'ktima', '-A', 'trust', '-E', 'UTF8'],
      ...['--locale=C.UTF-8', '--no-sync', '--wal-segsize=1'],
    );
    const options = `-c listen_addresses= -c unix_socket_directories='${parent}' -c fsync=off`;
    run('pg_ctl', 'start', '-s', '-w', '-D', folder, '-l', join(parent, 'log'), '-o', options);
    const psql = (database: string, sql: string) =>
      run('psql', '-q', '-h', parent, '-U', 'ktima', '-d', database, '-c', sql);
    psql('postgres', `CREATE DATABASE ${templateDatabase}`);
    psql(templateDatabase, 'CREATE EXTENSION postgis');
    run('pg_ctl', 'stop', '-s', '-w', '-D', folder);
    mkdirSync(join(template, '..'), { recursive: true });
    const beside = `${template}.${process.pid}`;
    execFileSync('cp', ['-a', folder, beside]);
    try {
      renameSync(beside, template);
    } catch {
      // Another process was first.
      rmSync(beside, { recursive: true });
    }
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** A loopback port that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  while (!probe.listening) await sleep(1);
  const { port } = probe.address() as { port: number };
  await new Promise(resolve => probe.close(resolve));
  return port;
}
