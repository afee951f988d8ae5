import Type, { type TSchema } from 'typebox';
import { KtimaError } from '../errors.ts';
import { errorResponses } from './errors.ts';
import { isDraining } from './lifecycle.ts';
import type { Server } from './typed-server.ts';

/** Where those who watch us ask; they are answered however much there is to do. */
export const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** `/healthz` (the process is alive) and `/readyz` (it can serve; else `check` throws why not). */
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
