import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { escapeLines } from '../terminal/print.ts';

/** How much of the log is kept for a standard error that cannot be written; beyond, lines are lost. */
const waitingLogCharacters = 1 << 20;

/** Structured lines on standard error; standard output belongs to the command. */
export function openLog(level: string): FastifyBaseLogger {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: waitingLogCharacters });
  // Without a listener a log on a full disk would be the end of the service.
  destination.on('error', () => {});
  // JSON keeps the controls from U+0080 on as they are, and a log is often read on a terminal.
  const escaped = { write: (line: string) => void destination.write(escapeLines(line)) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, escaped);
}
