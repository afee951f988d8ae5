import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { KtimaError } from '#tools/errors.ts';
import { errorResponses } from '../server/error-answers.ts';
import { clientIpOf, networkOf } from '../server/request-head.ts';
import type { Server } from '../server/typed-server.ts';
import { needsToken, type RequireToken, scopeOf } from '../tokens/require-scopes.ts';
import type { Account, QuotaState } from './accounts.ts';
import type { Usage } from './count-usage.ts';
import { noteLookups } from './note-lookups.ts';
import type { UsageSubject } from './usage-store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The field of a batch's body with the list of entries: each counts as a request. */
    entries?: string;
    /** Whether its requests count neither as usage nor against a quota. */
    isFree?: boolean;
  }
}

/**
 * Makes the routes registered after this count, and refuse requests beyond a quota. To be called
 * after `requireScopes`: only requests that passed its checks count.
 */
export function countRequests(
  server: Server,
  usage: Usage,
  required: RequireToken,
  clock: () => Date,
): void {
  server.addHook('onRoute', route => {
    const scope = scopeOf(route);
    if (scope === 'none') return;
    const { config: { entries, isFree } = {}, schema } = route;
    const operation = String(schema?.operationId);
    if (usage.logsLookups) {
      const note = noteLookups(usage, operation, entries, clock);
      route.onResponse = [...[route.onResponse ?? []].flat(), note];
    }
    const mayBeAnonymous = !needsToken(scope, required) && !usage.limitsAnonymous;
    const each = counter(usage, operation, mayBeAnonymous, () => (isFree ? 0 : 1));
    route.onRequest = [...[route.onRequest ?? []].flat(), each];
    if (isFree) return;
    if (entries !== undefined) {
      const others = ({ body }: FastifyRequest) => lengthOf(Object(body)[entries]) - 1;
      const count = counter(usage, operation, mayBeAnonymous, others);
      route.preHandler = [...[route.preHandler ?? []].flat(), count];
    }
    route.schema = withQuota(schema ?? {});
  });
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 1;
}

/** A hook that counts requests, or refuses them if a quota is used up. */
function counter(
  usage: Usage,
  operation: string,
  mayBeAnonymous: boolean,
  requestsOf: (request: FastifyRequest) => number,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { caller } = request;
    if (mayBeAnonymous && !caller) {
      done();
      return;
    }
    const account = caller
      ? usage.find(caller.issuer, caller.subject)
      : usage.ofNetwork(networkOf(clientIpOf(request)));
    const requests = requestsOf(request);
    const short = requests > 0 && account.quota && usage.take(account, requests);
    if (account.quota) sendRateLimit(reply, usage.states(account));
    if (caller && requests > 0 && !short) usage.count(account, operation, requests);
    done(
      short ? usedUp(short, requests > 1 && `this batch has ${requests} more entries`) : undefined,
    );
  };
}

/**
 * Counts the rows of a portfolio, before it is run, as the entries of a batch. They count against the
 * quota of a day only, because the service itself sets their pace. Throws THROTTLED if too few are
 * left; one row counts then.
 */
export async function countRows(usage: Usage, subject: UsageSubject, rows: number): Promise<void> {
  const account = usage.find(subject.issuer, subject.subject);
  const count = (requests: number) => {
    const short = account.quota && usage.take(account, requests, 'day');
    if (short) throw usedUp(short, `this file has ${rows.toLocaleString('en')} rows`);
    usage.count(account, 'enrichedRows', requests);
  };
  count(1);
  // A turn that runs already, and one that writes the first row: it returns what others have counted.
  await usage.exchange();
  await usage.exchange();
  if (rows > 1) count(rows - 1);
}

/** The error for requests beyond a quota, with the number of those that belong together. */
function usedUp({ period, limit, left, endsInSeconds }: QuotaState, whole: string | false) {
  const most = `at most ${limit.toLocaleString('en')} requests a ${period.name}`;
  const message = `quota: expected ${most}${whole ? `; ${whole}, and ${left.toLocaleString('en')} requests are left` : ''}`;
  return new KtimaError('THROTTLED', message, { retryAfterSeconds: endsInSeconds });
}

/** The headers of draft-ietf-httpapi-ratelimit-headers: the limits, and what is left of them. */
function sendRateLimit(reply: FastifyReply, states: readonly QuotaState[]): void {
  const policy = states.map(
    ({ period, limit }) => `"${period.name}";q=${limit};w=${period.seconds}`,
  );
  const left = states.map(
    ({ period, left, endsInSeconds }) => `"${period.name}";r=${left};t=${endsInSeconds}`,
  );
  reply.header('ratelimit-policy', policy.join(', '));
  reply.header('ratelimit', left.join(', '));
}

/** Their descriptions are in `http/openapi/response-headers.ts`. */
const headers = { 'RateLimit-Policy': { type: 'string' }, RateLimit: { type: 'string' } };

/** The description of an operation that may refuse a request because of a quota. */
function withQuota(schema: FastifySchema): FastifySchema {
  const refusal = errorResponses({
    429: 'A quota is used up; `Retry-After` says when the next period begins.',
  });
  const response = schema.response as Readonly<Record<number, object>> | undefined;
  const limited = { ...refusal[429], ...response?.[429], headers };
  return { ...schema, response: { ...response, 429: limited } };
}

/** The account that a request counts for. It has a valid token. */
export function accountOf(usage: Usage, { caller }: FastifyRequest): Account {
  return usage.find(caller!.issuer, caller!.subject);
}
