import Type from 'typebox';
import { errorResponses, unavailable } from '../http/errors.ts';
import { cacheControl } from '../http/openapi/response-headers.ts';
import type { Server } from '../http/typed-server.ts';
import type { AuthParts } from './parts.ts';
import { endedPageSize } from './sessions.ts';

const example = '3f0f6f0e-5f0c-4f3e-9a51-6d3a1f0f5a77';

const Since = Type.Object({
  since: Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}\\.[\\da-f-]{1,36}$',
      description:
        'The `cursor` of the last answer: only what comes after it is sent. Without it, or with one ' +
        'that is no longer known, the list is sent from its beginning.',
      examples: [`41.${example}`],
    }),
  ),
});

const EndedPage = Type.Object(
  {
    ended: Type.Array(
      Type.Object(
        {
          sid: Type.String({ description: 'The `sid` of access tokens to refuse.' }),
          until: Type.Integer({
            description: 'When the last of those tokens has expired, in seconds since 1970.',
          }),
        },
        { title: 'EndedSession' },
      ),
      { maxItems: endedPageSize },
    ),
    cursor: Type.String({ description: 'What to send as `since` next time; empty: nothing.' }),
    more: Type.Boolean({ description: 'Whether there is more to be read at once.' }),
  },
  {
    title: 'EndedSessions',
    headers: cacheControl('no-store'),
    description: 'Sessions that were ended while access tokens of theirs may still be valid.',
    examples: [
      { ended: [{ sid: example, until: 1_781_517_600 }], cursor: `42.${example}`, more: false },
    ],
  },
);

/** `GET /auth/ended-sessions`, for APIs that run apart from this service. */
export function registerEndedSessions(server: Server, { sessions }: AuthParts): void {
  server.get(
    '/auth/ended-sessions',
    {
      schema: {
        operationId: 'endedSessions',
        summary: 'Ended sessions',
        description:
          'Tokens with one of these as `sid` are to be refused, though well signed. Read page after ' +
          'page while `more` is true, and come back with the last `cursor` for what is new. Keep ' +
          'each entry `until` its tokens have expired. An entry may come twice.',
        tags: ['Login'],
        security: [],
        querystring: Since,
        response: {
          200: EndedPage,
          ...errorResponses({
            400: '`since` is no cursor.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return sessions.ended(request.query.since ?? '');
    },
  );
}
