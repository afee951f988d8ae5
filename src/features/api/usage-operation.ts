import Type from 'typebox';
import { oneOf, optional, text, time, whole } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { accountOf } from '#http/usage/count-requests.ts';
import type { ApiParts } from './api-parts.ts';

const dayMs = 86_400_000;
/** The longest time back, which keeps the answer below 2 MB. */
const mostDays = 31;
const usualDays = 7;

const UsageAnswer = Type.Object(
  {
    subject: text('The `sub` of the token: a user or a client.'),
    quotas: Type.Array(
      Type.Object(
        {
          period: oneOf(['minute', 'day'], 'In UTC.'),
          limit: whole('The number of requests in this period.'),
          left: whole('How many of them are left.'),
          resets_at: time('date-time', 'When the next period begins.'),
        },
        { title: 'QuotaState' },
      ),
      { description: 'The quotas; empty if any number of requests is allowed.' },
    ),
    hours: Type.Array(
      Type.Object(
        {
          hour: time('date-time', 'The start of the hour, in UTC.'),
          operation: text('The `operationId` in this description.'),
          requests: whole('The number of requests; each entry of a batch is one.'),
        },
        { title: 'HourlyUsage' },
      ),
      { description: 'By hour and operation, oldest first. The last seconds may be missing.' },
    ),
  },
  {
    title: 'Usage',
    description: 'What the caller has used.',
    examples: [
      {
        subject: '0a3f8d52-6f0b-4c57-9a53-0f4b5d9a8a11',
        quotas: [
          { period: 'minute', limit: 60, left: 59, resets_at: '2026-11-16T09:01:00.000Z' },
          { period: 'day', limit: 10_000, left: 9_870, resets_at: '2026-11-17T00:00:00.000Z' },
        ],
        hours: [{ hour: '2026-11-16T08:00:00.000Z', operation: 'propertyReport', requests: 129 }],
      },
    ],
  },
);

/** `GET /api/usage/` */
export function registerUsage(server: Server, { usage, clock }: ApiParts): void {
  server.get(
    '/api/usage/',
    {
      config: { scope: 'any', cache: 'no-store', isFree: true },
      schema: {
        operationId: 'usage',
        summary: 'See the own usage and quotas',
        description:
          'Hourly sums of the requests of the subject of the token, by operation, and what is left ' +
          'of its quotas. Requests with a valid token and scope count, except those that a quota ' +
          'refused. This operation does not count, works when a quota is used up, and with any scope.',
        tags: ['Account'],
        querystring: Type.Object({
          days: optional.whole('Of how many days in UTC, with today.', {
            minimum: 1,
            maximum: mostDays,
            default: usualDays,
          }),
        }),
        response: responses(UsageAnswer, {
          400: `days is not a whole number from 1 to ${mostDays}.`,
          503: unavailable('The database of the usage'),
        }),
      },
    },
    async request => {
      const account = accountOf(usage, request);
      const { days = usualDays } = request.query;
      const now = clock().getTime();
      const sums = await usage.sumsOf(account, now - (now % dayMs) - (days - 1) * dayMs);
      return {
        subject: request.caller!.subject,
        quotas: usage.states(account).map(({ period, limit, left, endMs }) => ({
          period: period.name,
          limit,
          left,
          resets_at: new Date(endMs).toISOString(),
        })),
        hours: sums.map(({ hourMs, operation, requests }) => ({
          hour: new Date(hourMs).toISOString(),
          operation,
          requests,
        })),
      };
    },
  );
}
