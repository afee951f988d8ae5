import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorResponses, unavailable } from '../http/errors.ts';
import { rejectTooMany } from '../http/too-many-requests.ts';
import type { Server } from '../http/typed-server.ts';
import { Credentials, logIn } from './check-login.ts';
import { clientIpOf } from './client-ip.ts';
import { forbidCaching } from './forbid-caching.ts';
import { formTypes } from './forms.ts';
import type { AuthParts } from './parts.ts';
import type { Passwords } from './passwords.ts';
import { grantTokens, Tokens } from './tokens.ts';

/** The error responses of a login, for the description. */
export const loginErrors = {
  400: 'A field is missing, repeated or too long, or the form is malformed.',
  401: 'User name or password is wrong, or the user is disabled or temporarily locked.',
  413: 'The body or a field is too large.',
  415: 'The body is neither a form nor JSON.',
  429: 'Too many logins from this IP address failed; retry after `Retry-After` seconds.',
  503: unavailable('The database'),
};

/** `POST /auth/otp/login` */
export function registerLogin(server: Server, parts: AuthParts): void {
  const { keys, passwords, tokens, clock } = parts;
  server.post(
    '/auth/otp/login',
    {
      onRequest: [forbidCaching, rejectWhenFull(passwords)],
      schema: {
        operationId: 'login',
        summary: 'Log in',
        description:
          'Send user name (or e-mail) and password, get tokens. The form may also be urlencoded or ' +
          'JSON. Every wrong login gets the same 401 in the same time. Only after a right password ' +
          'does the message say that a one-time password is missing or wrong.',
        tags: ['Login'],
        security: [],
        consumes: formTypes,
        body: Credentials,
        response: { 200: Tokens, ...errorResponses(loginErrors) },
      },
    },
    async request => {
      const granted = await logIn(parts, request.body, clientIpOf(request), 'body');
      return grantTokens(keys, tokens, granted, clock());
    },
  );
}

/**
 * Makes the hook that rejects logins under overload, before the form is parsed. It does so after a
 * short delay: a client that is rejected immediately retries immediately, and a hundred such clients
 * would use as much CPU as all the others.
 */
export function rejectWhenFull(passwords: Passwords) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (passwords.isFull()) setTimeout(rejectTooMany, randomInt(20, 60), request, reply, 'logins');
    else done();
  };
}
