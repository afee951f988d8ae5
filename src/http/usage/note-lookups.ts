import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientIpOf } from '../server/request-head.ts';
import { storable } from './accounts.ts';
import type { Usage } from './count-usage.ts';

/** The fields of a request that say which property it is about. */
const propertyFields =
  'kaek_code kaek address street house_number postal_code city latitude longitude'.split(' ');

/** The longest text of a field; no valid one is longer. */
const longestText = 300;

/** Responses to requests that were refused before anything was looked up. */
const refusals = new Set([400, 401, 403, 413, 415, 429]);

/** A hook after the response: notes which properties a request asked for, one by one in a batch. */
export function noteLookups(
  usage: Usage,
  operation: string,
  entries: string | undefined,
  clock: () => Date,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!refusals.has(reply.statusCode)) {
      const { issuer = '', subject = '' } = request.caller ?? {};
      const who = { issuer, subject: storable(subject), clientIp: clientIpOf(request) };
      const what = { operation, status: reply.statusCode, requestId: request.id };
      for (const asked of propertiesOf(request, entries)) {
        usage.addLookup({ atMs: clock().getTime(), ...who, ...what, asked });
      }
    }
    done();
  };
}

/** The properties that a request names, as JSON. */
export function propertiesOf(
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  entries: string | undefined,
): string[] {
  const listed = entries === undefined ? undefined : Object(body)[entries];
  const all: unknown[] = Array.isArray(listed)
    ? listed
    : [{ ...Object(params), ...Object(query), ...Object(body) }];
  return all.flatMap(propertyIn);
}

/** The property of a request or an entry; none if that names no more than a postal code. */
function propertyIn(fields: unknown): string[] {
  const from = Object(fields) as Readonly<Record<string, unknown>>;
  const named = propertyFields.flatMap((name): [string, string | number][] => {
    const value = from[name];
    if (typeof value === 'number') return [[name, value]];
    // Text that every database can store. JSON escapes what else is odd.
    return typeof value === 'string' ? [[name, value.slice(0, longestText).toWellFormed()]] : [];
  });
  if (named.every(([name]) => name === 'postal_code')) return [];
  return [JSON.stringify(Object.fromEntries(named))];
}
