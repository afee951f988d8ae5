import Type from 'typebox';
import { KtimaError } from '../errors.ts';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/server.ts';
import type { AuthParts } from './auth.ts';
import { maxPasswordLength } from './passwords.ts';
import { signAccessToken } from './tokens.ts';
import { loginKey } from './users.ts';

const Credentials = Type.Object({
  username: Type.String({
    minLength: 1,
    maxLength: 256,
    description: "The user's name or e-mail address.",
    examples: ['demo'],
  }),
  password: Type.String({
    minLength: 1,
    maxLength: maxPasswordLength,
    format: 'password',
    description: "The user's password.",
    examples: ['ktima-demo'],
  }),
});

const Tokens = Type.Object(
  {
    access_token: Type.String({ description: 'A JWT to send as `Authorization: Bearer …`.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Lifetime of the access token in seconds.' }),
  },
  {
    description: 'The token (RFC 6749 §5.1).',
    examples: [{ access_token: 'eyJhbGciOi…', token_type: 'Bearer', expires_in: 3600 }],
  },
);

/** `POST /auth/otp/login` */
export function registerLogin(server: Server, parts: AuthParts): void {
  const { store, keys, passwords, tokens, clock } = parts;
  server.post(
    '/auth/otp/login',
    {
      // Neither tokens nor refusals may be kept by anything on the way (RFC 6749 §5.1).
      onRequest: async (_request, reply) => void reply.header('cache-control', 'no-store'),
      schema: {
        operationId: 'login',
        summary: 'Log in',
        description:
          'User name (or e-mail) and password in, an access token out. The form may also be ' +
          'urlencoded or JSON. Every wrong login gets the same 401 in the same time.',
        tags: ['Login'],
        security: [],
        consumes: ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'],
        body: Credentials,
        response: {
          200: Tokens,
          ...errorResponses({
            400: 'A field is missing, repeated or too long, or the form is malformed.',
            401: 'User name or password are wrong, or the user may not log in.',
            413: 'The body or a field is too large.',
            415: 'The body is no form and no JSON.',
            503: 'Too many logins at once; `Retry-After` says when to come again.',
          }),
        },
      },
    },
    async request => {
      const { username, password } = request.body;
      const user = await store.findUser(loginKey(username));
      // Exactly one hash is computed whoever asks: time tells nothing about who exists.
      const right = await passwords.verify(user?.passwordHash, password);
      if (!right || !user || user.disabled) {
        throw new KtimaError('UNAUTHENTICATED', 'user name or password are wrong');
      }
      return {
        access_token: await signAccessToken(keys, tokens, user.id, clock()),
        token_type: 'Bearer' as const,
        expires_in: tokens.lifetimeSeconds,
      };
    },
  );
}
