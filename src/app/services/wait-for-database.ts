import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import Type from 'typebox';
import { registerHealth } from '#http/server/health.ts';
import { createServer, type ServerOptions } from '#http/server/server.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError } from '#tools/errors.ts';

/** How long to wait before the second attempt to reach a database. It doubles, up to the longest. */
const firstPauseMs = 250;
const longestPauseMs = 10_000;

/** A database of a service, which can be checked and closed. */
interface Checkable {
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Begins to respond in the place of a service that cannot serve yet, for the reason. */
export type BeginWaiting = (reason: string) => Promise<void>;

/** How a service waits for its database. */
export interface Waiting {
  /** Called once, before the first pause: something has to respond meanwhile. */
  readonly begin: () => Promise<void>;
  /** Called when the database can be reached, also at the first attempt. */
  readonly end: () => void;
}

/** How to wait for a database; one in a file is there or not. */
export function waitingFor(
  url: string,
  { onOutage }: { onOutage(reason: undefined): void },
  beginWaiting: BeginWaiting | undefined,
): Waiting | undefined {
  if (!beginWaiting || url.startsWith('sqlite:')) return undefined;
  const begin = () => beginWaiting('waiting for the database, which cannot be reached yet');
  return { begin, end: () => onOutage(undefined) };
}

/**
 * Opens a database. While its server cannot be reached (it starts, is not known, takes no writes), it
 * waits and tries again. Any other error is final: wrong passwords and missing databases do not fix
 * themselves. Without `waiting`, every error is final.
 */
export async function openWhenReachable<Store extends Checkable>(
  open: () => Promise<Store>,
  waiting?: Waiting,
): Promise<Store> {
  for (let pauseMs = firstPauseMs, attempt = 1; ; attempt++) {
    try {
      const store = await openChecked(open);
      waiting?.end();
      return store;
    } catch (error) {
      if (!waiting || !(error instanceof KtimaError) || error.code !== 'UNAVAILABLE') throw error;
    }
    if (attempt === 1) await waiting.begin();
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
}

async function openChecked<Store extends Checkable>(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  try {
    await store.check();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A server in the place of one that cannot serve yet: alive, not ready, 503 for the rest. */
export function createWaitingServer(
  log: FastifyBaseLogger,
  options: Partial<ServerOptions>,
  reason: () => string,
): Server {
  const server = createServer({ accessLog: false, ...options, log });
  const refuse = async () => {
    throw new KtimaError('UNAVAILABLE', reason(), { retryAfterSeconds: 5 });
  };
  registerHealth(server, Type.Object({}), refuse);
  server.all('/*', { onRequest: refuse }, refuse);
  return server;
}
