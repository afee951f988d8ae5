import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { closeServices, openAndListen } from '#app/services/open-services.ts';
import { openTelemetry } from '#app/services/telemetry.ts';
import { readSettings } from '#app/settings/read-settings.ts';
import { runCommandLine } from '../../src/main.ts';
import { patient } from '../postgres/database.ts';
import { holdNoSecret } from '../secrets.ts';

/**
 * A folder for databases of one test, and the settings that use it with free ports. It is removed
 * after the test or file that is given; otherwise the caller removes it.
 */
export function newHome(scope?: { after(remove: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-'));
  const env = {
    PATH: process.env.PATH!,
    KTIMA_API_PORT: '0',
    KTIMA_AUTH_PORT: '0',
    // So short that fetch keeps no connection, for which a stop would wait.
    KTIMA_IDLE_SECONDS: '1',
    KTIMA_DATABASE_URL: `sqlite:${folder}/ktima.db`,
    KTIMA_AUTH_DATABASE_URL: `sqlite:${folder}/auth.db`,
    // A busy machine may take its time; a test of the limit sets its own.
    KTIMA_POSTGRES_TIMEOUT_MS: String(patient.timeoutMs),
  };
  const remove = () => rmSync(folder, { recursive: true });
  scope?.after(remove);
  return { folder, env, remove };
}

type Environment = Record<string, string>;

/** Runs `bin/ktima` to its end. */
export async function ktima(env: Environment, args: readonly string[], input = '') {
  const child = spawn('bin/ktima', args, { env });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (child.exitCode === null) await once(child, 'exit');
  printNoSecret(args, stderr);
  return { stdout, stderr, code: child.exitCode };
}

/**
 * The same command as `ktima`, in this process: ten times as quick, for tests that are not about
 * the process itself.
 */
export async function ktimaHere(env: Environment, args: readonly string[], input = '') {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stdin = Readable.from([Buffer.from(input)]);
  const printed = Promise.all([text(stdout), text(stderr)]);
  const code = await runCommandLine(args, { env, stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, error] = await printed;
  printNoSecret(args, error);
  return { stdout: out, stderr: error, code };
}

/** The output of a command in this process, which must succeed. */
export async function succeed(env: Environment, args: readonly string[], input = '') {
  const { stdout, stderr, code } = await ktimaHere(env, args, input);
  assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** Asserts that a command ended with 1 and printed the message. */
export async function assertRefused(
  run: ReturnType<typeof ktima>,
  message: RegExp,
  name?: string,
): Promise<void> {
  const { code, stderr } = await run;
  assert.equal(code, 1, name ?? stderr);
  assert.match(stderr, message, name);
}

/** What a command was given on its command line is no secret. */
function printNoSecret(args: readonly string[], stderr: string): void {
  const said = args.reduce((rest, arg) => rest.replaceAll(arg, ''), stderr);
  holdNoSecret(`ktima ${args.join(' ')}`, said);
}

/** The lines of a log. */
export function linesOf(log: string): Record<string, unknown>[] {
  return log
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
}

/** The reason in the only line of a start that failed. */
export function fatalOf(log: string): string {
  const [line, ...more] = linesOf(log);
  assert.deepEqual([line?.level, more], [60, []]);
  return String(line!.msg);
}

/** Gives a home without a database the sample that `--demo` would load into it. */
export async function copyDemo(env: Environment, args: readonly string[]): Promise<void> {
  const { KTIMA_TEST_DEMO: filled } = process.env;
  const [, path] = /^sqlite:(.+\/ktima\.db)$/.exec(env.KTIMA_DATABASE_URL ?? '') ?? [];
  if (!filled || !path || !args.includes('--demo') || existsSync(path)) return;
  if (!existsSync(filled)) await fillDemo(filled);
  const files = readdirSync(filled).filter(name => /^ktima\.db(?!-usage|.*lock)/.test(name));
  for (const name of files) cpSync(join(filled, name), join(dirname(path), name));
}

async function fillDemo(filled: string): Promise<void> {
  const { folder, env, remove } = newHome();
  await (await serve(env, ['--demo'])).stop();
  try {
    renameSync(folder, filled);
  } catch {
    // Another process was faster.
    remove();
  }
}

/** Starts `bin/ktima serve` and waits until its log says that it has started, or for its end. */
export async function startKtima(given: Environment, ...args: string[]) {
  await copyDemo(given, args);
  const env = { ...(args.includes('--demo') && { KTIMA_ACCESS_LOG: 'off' }), ...given };
  const child = spawn('bin/ktima', ['serve', ...args], { env });
  child.on('close', () => holdNoSecret(`ktima serve ${args.join(' ')}`, log));
  let log = '';
  const urls = await new Promise<Record<string, string>>((resolve, reject) => {
    child.stderr.on('data', chunk => {
      log += chunk;
      const started = /^.*"msg":"started"\}$/m.exec(log);
      if (started) resolve(JSON.parse(started[0]));
    });
    child.on('exit', code => reject(new Error(`ended with ${code}: ${log}`)));
  });
  const { api = '', auth = '', metrics } = urls;
  return {
    api,
    auth,
    /** Of the metrics themselves; empty when there are none. */
    metrics: metrics ? `${metrics}/metrics` : '',
    log: () => log,
    child,
    stop: () => stop(child),
  };
}

/**
 * The same services as `startKtima`, in this process: four times as quick, for tests that are not
 * about the process itself, its signals or its output.
 */
export async function serveHere(env: Environment, ...args: string[]) {
  await copyDemo(env, args);
  return serve(env, args);
}

async function serve(env: Environment, args: readonly string[]) {
  const demo = args.includes('--demo');
  const only = args.find(arg => arg === 'api' || arg === 'auth');
  const settings = readSettings({ ...(demo && { KTIMA_LOG_LEVEL: 'warn' }), ...env });
  let lines = '';
  const write = (line: string) => {
    holdNoSecret(`services in this process, ${args.join(' ')}`, line);
    lines += line;
  };
  const log = pino({ level: settings.logLevel, base: null }, { write });
  const telemetry = await openTelemetry(settings, only);
  const { urls, metrics, parts } = await openAndListen(settings, { only, demo }, log, telemetry);
  const { api = '', auth = '' } = urls;
  let stopped: Promise<void> | undefined;
  return {
    api,
    auth,
    metrics: metrics ? `${metrics}/metrics` : '',
    log: () => lines,
    stop() {
      stopped ??= closeServices(parts);
      return stopped;
    },
  };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return child.exitCode;
}
