import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import type { Server } from '../http/typed-server.ts';
import { repeat } from '../store/repeat.ts';

/** A server that is ready to listen, and how to free what it holds. */
export interface Service {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

/** The settings of both servers. */
export function serverOptions(
  { accessLog, patienceMs, trustedProxies, idleSeconds, requestSeconds, unsentMB }: Settings,
  log: FastifyBaseLogger,
) {
  return {
    log,
    accessLog: accessLog === 'on',
    patienceMs,
    trustedProxies,
    timeouts: { idleMs: idleSeconds * 1_000, workMs: requestSeconds * 1_000 },
    mostUnsentBytes: unsentMB * 1_000_000,
  };
}

/** How often it is checked that a database can be used. */
const checkEveryMs = 2_000;

/** Detects without any request that a database is lost or back, for the log and the metrics. */
export function keepChecking(store: { check(): Promise<unknown> }): () => void {
  return repeat(() => store.check().catch(() => {}), checkEveryMs);
}
