import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { escapeLines } from '../terminal/print.ts';

/** How much of the log is kept for a standard error that cannot be written; beyond, lines are lost. */
const waitingLogCharacters = 1 << 20;

/** The part that a line is about: a service, or the process that starts both. */
export type LogName = 'api' | 'auth' | 'serve';

/**
 * Structured lines, by default on standard error; standard output belongs to the command. Each line
 * has the service and the instance, which is host and process.
 */
export function openLog(level: string, service: LogName, out?: Writable): FastifyBaseLogger {
  const destination = out ?? standardError();
  // JSON keeps the controls from U+0080 on as they are, and a log is often read on a terminal.
  const escaped = { write: (line: string) => void destination.write(escapeLines(line)) };
  const base = { service, instance: `${hostname()}:${process.pid}` };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, escaped);
}

function standardError() {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: waitingLogCharacters });
  // Without a listener a log on a full disk would be the end of the service.
  destination.on('error', () => {});
  return destination;
}

/** Logs what would otherwise be printed as text: warnings of Node.js, and unhandled errors. */
export function logUnforeseen(log: FastifyBaseLogger): void {
  process.removeAllListeners('warning');
  process.on('warning', err => log.warn({ err }, 'warning of Node.js'));
  process.on('uncaughtException', err => {
    log.fatal({ err }, 'an unforeseen error ends the process');
    process.exit(1);
  });
}
