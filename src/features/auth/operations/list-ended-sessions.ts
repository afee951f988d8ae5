import Type from 'typebox';
import { optional, text, whole, yesNo } from '#http/openapi/wire-types.ts';
import { responses, unavailable } from '#http/server/error-answers.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { AuthParts } from '../auth-parts.ts';
import { endedPageSize } from '../tokens/sessions.ts';

const example = '3f0f6f0e-5f0c-4f3e-9a51-6d3a1f0f5a77';

const Since = Type.Object({
  since: optional.text(
    'The `cursor` of the last response; the list continues after it. Without `since`, or with ' +
      'a cursor that is no longer in the list, the list starts from its beginning.',
    {
      'x-expected': 'the cursor of an earlier page',
      pattern: '^\\d{1,15}\\.[\\da-f-]{1,36}$',
      examples: [`41.${example}`],
    },
  ),
});

const EndedPage = Type.Object(
  {
    ended: Type.Array(
      Type.Object(
        {
          sid: text('The `sid` of access tokens to reject.'),
          until: whole('The time when all those tokens have expired, in seconds since 1970.'),
        },
        { title: 'EndedSession' },
      ),
      { maxItems: endedPageSize },
    ),
    cursor: text('The next `since`. If empty, leave `since` out.'),
    more: yesNo('Whether another page can be read now.'),
  },
  {
    title: 'EndedSessions',
    headers: cacheControl('no-store'),
    description: 'Ended sessions whose access tokens may not have expired yet.',
    examples: [
      { ended: [{ sid: example, until: 1_781_517_600 }], cursor: `42.${example}`, more: false },
    ],
  },
);

/** `GET /auth/ended-sessions`, for API instances that run in another process than this service. */
export function registerEndedSessions(server: Server, { sessions }: AuthParts): void {
  server.get(
    '/auth/ended-sessions',
    {
      schema: {
        operationId: 'endedSessions',
        summary: 'Ended sessions',
        description:
          'Reject tokens with one of these as `sid`, even if the signature is valid. Read pages ' +
          'while `more` is true. Later, send the last `cursor` as `since` to get the new entries. ' +
          'Keep each entry until the time in `until`. An entry may appear twice.',
        tags: ['Login'],
        security: [],
        querystring: Since,
        response: responses(EndedPage, {
          400: '`since` is not a cursor.',
          503: unavailable('The database'),
        }),
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return sessions.ended(request.query.since ?? '');
    },
  );
}
