import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import { pino } from 'pino';
import { createApi } from '../api/api.ts';
import { createAuth } from '../auth/auth.ts';
import { type Keys, openKeys } from '../auth/keys.ts';
import { openPasswords } from '../auth/passwords.ts';
import { openSqliteAuthStore } from '../auth/sqlite.ts';
import { openUsers } from '../auth/users.ts';
import type { Settings } from '../config.ts';
import { bearerVerifier } from '../http/bearer.ts';
import type { Server } from '../http/server.ts';
import { fillWithSample } from '../import/sample.ts';
import { followStore, loadSnapshotAside } from '../store/snapshot.ts';
import { openSqliteStore } from '../store/sqlite.ts';

/** The demo's public login; `--demo` listens on loopback only. */
export const demoUser = { name: 'demo', password: 'ktima-demo' };

/** What ships with Ktima. */
export const dataFolder = fileURLToPath(new URL('../../data', import.meta.url));

/** A server that is ready to listen, and how to free what it holds. */
export interface Service {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

const clock = () => new Date();

/** Structured lines on standard error; standard output belongs to the command. */
export function openLog(level: string): FastifyBaseLogger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** Puts the authentication service together; the keys are for a verifier in the same process. */
export async function openAuthService(
  settings: Settings,
  log: FastifyBaseLogger,
  demo: boolean,
): Promise<Service & { keys: Keys }> {
  const store = openSqliteAuthStore(settings.authDatabasePath);
  const passwords = await openPasswords({ slots: settings.hashSlots, queue: settings.hashQueue });
  const keys = await openKeys(store, clock);
  if (demo) await openUsers(store, passwords, clock).addDemo(demoUser.name, demoUser.password);
  const tokens = {
    issuer: settings.issuer,
    audience: settings.audience,
    lifetimeSeconds: settings.accessTokenSeconds,
  };
  const options = { log, accessLog: settings.accessLog === 'on' };
  const server = await createAuth({ store, keys, passwords, tokens, clock }, options);
  return { server, keys, close: () => store.close() };
}

/** Puts the main API together; without keys at hand it fetches them from the JWKS address. */
export async function openApiService(
  settings: Settings,
  log: FastifyBaseLogger,
  demo: boolean,
  keys?: JWTVerifyGetKey,
): Promise<Service> {
  const store = openSqliteStore(settings.databasePath);
  if (demo) await fillWithSample(store, dataFolder);
  const snapshot = await followStore(
    store,
    () => loadSnapshotAside(settings.databasePath),
    error => log.error({ err: error }, 'new data could not be loaded; the old ones are served'),
  );
  const verifyBearer = bearerVerifier({
    issuer: settings.issuer,
    audience: settings.audience,
    keys: keys ?? createRemoteJWKSet(jwksUrl(settings)),
    clock,
  });
  const options = { log, accessLog: settings.accessLog === 'on' };
  const parts = { store, snapshot: snapshot.current, verifyBearer, clock };
  const server = await createApi(parts, options);
  return {
    server,
    close: async () => {
      snapshot.close();
      await store.close();
    },
  };
}

function jwksUrl({ jwksUrl, host, authPort }: Settings): URL {
  const name = host.includes(':') ? `[${host}]` : host;
  return jwksUrl ?? new URL(`http://${name}:${authPort}/.well-known/jwks.json`);
}
