import Type from 'typebox';
import { text } from '#http/openapi/wire-types.ts';
import { errorResponses, responses, unavailable } from '#http/server/error-answers.ts';
import { clientIpOf } from '#http/server/request-head.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import type { AuthParts } from '../auth-parts.ts';
import { forbidCaching, grantTokens, Tokens } from '../tokens/access-tokens.ts';
import { formTypes } from './forms.ts';

const RefreshToken = Type.Object(
  {
    refresh_token: text('The refresh token of the last login or refresh.', {
      minLength: 1,
      maxLength: 4_096,
      examples: ['6kXQ0zb…'],
    }),
  },
  { title: 'RefreshToken' },
);

const formErrors = {
  400: 'The field is missing, repeated or too long, or the form is malformed.',
  413: 'The body or the field is too large.',
  415: 'The body is neither a form nor JSON.',
  503: unavailable('The database'),
};

/** `POST /auth/token/refresh` and `POST /auth/logout` */
export function registerRefresh(server: Server, parts: AuthParts): void {
  const { sessions, keys, tokens, clock } = parts;
  server.post(
    '/auth/token/refresh',
    {
      onRequest: forbidCaching,
      schema: {
        operationId: 'refresh',
        summary: 'Refresh',
        description:
          'Send a refresh token, get new tokens. The old refresh token is then spent. Sent again ' +
          'within 30 seconds (a response may get lost), it returns the same new refresh token. ' +
          'Sent later, or after the new one was used, it ends the session: the token was copied.',
        tags: ['Login'],
        security: [],
        consumes: formTypes,
        body: RefreshToken,
        response: responses(Tokens, {
          ...formErrors,
          401: 'The token is unknown, spent, expired or that of a cookie, its session was ended, or its user is disabled or deleted.',
        }),
      },
    },
    async request => {
      const { refresh_token } = request.body;
      const granted = await sessions.refresh(refresh_token, clientIpOf(request), 'body');
      return grantTokens(keys, tokens, granted, clock());
    },
  );
  server.post(
    '/auth/logout',
    {
      onRequest: forbidCaching,
      schema: {
        operationId: 'logout',
        summary: 'Log out',
        description:
          'Ends the session of a refresh token. Its refresh tokens stop working immediately, its ' +
          'access tokens within ten seconds. An unknown token is no error (RFC 7009).',
        tags: ['Login'],
        security: [],
        consumes: formTypes,
        body: RefreshToken,
        response: {
          204: Type.Null({ description: 'Logged out.', headers: cacheControl('no-store') }),
          ...errorResponses(formErrors),
        },
      },
    },
    async (request, reply) => {
      await logOut(parts, request.body.refresh_token, clientIpOf(request));
      return reply.code(204).send();
    },
  );
}

/** Ends the session of a refresh token. Does nothing when the token is unknown. */
export async function logOut(
  { sessions, audit }: AuthParts,
  refreshToken: string,
  clientIp: string,
): Promise<void> {
  const ended = await sessions.end(refreshToken);
  if (ended) await audit('logout', ended.userId, clientIp);
}
