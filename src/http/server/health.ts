import Type, { type TSchema } from 'typebox';
import { KtimaError } from '#tools/errors.ts';
import { errorResponses } from './error-answers.ts';
import { isDraining } from './lifecycle.ts';
import type { Server } from './typed-server.ts';

/** The health checks. They get a response even under overload. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Below this, writes to a database on the disk are about to fail. */
const fullBelowBytes = 2 ** 24;

/** Whether a disk with this number of free bytes counts as full; false if it is unknown. */
export function isDiskFull(freeBytes: number | undefined): boolean {
  return freeBytes !== undefined && freeBytes < fullBelowBytes;
}

/** The field of a readiness about the disk. Reads still work there, so it is no reason for 503. */
export const DiskFull = Type.Boolean({
  description:
    'Whether the disk of the SQLite database has less than 16 MB left: imports and logins fail ' +
    'there. Always false with PostgreSQL, whose disk a client cannot see.',
});

/** Registers `/healthz` (the process is alive) and `/readyz` (503 when `check` throws). */
export function registerHealth(
  server: Server,
  readyBody: TSchema,
  check: () => Promise<object>,
): void {
  server.get(
    '/healthz',
    {
      schema: {
        operationId: 'health',
        summary: 'Alive',
        description: 'Answers as long as the process runs.',
        tags: ['Service'],
        security: [],
        response: {
          200: Type.Object(
            { status: Type.Literal('ok') },
            { title: 'Health', description: 'The process is alive.', examples: [{ status: 'ok' }] },
          ),
        },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
  server.get(
    '/readyz',
    {
      schema: {
        operationId: 'readiness',
        summary: 'Ready',
        description: 'Whether this instance can serve: send it traffic only on 200.',
        tags: ['Service'],
        security: [],
        response: {
          200: readyBody,
          ...errorResponses({
            503: 'Not ready; the message says why, and `Retry-After` when to ask again.',
          }),
        },
      },
    },
    async () => {
      if (isDraining(server.server)) {
        throw new KtimaError('UNAVAILABLE', 'shutting down', { retryAfterSeconds: 5 });
      }
      return check();
    },
  );
}
