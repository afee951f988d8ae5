import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { optional } from '#http/openapi/wire-types.ts';
import { errorResponses, responses, unavailable } from '#http/server/error-answers.ts';
import { clientIpOf } from '#http/server/request-head.ts';
import { cacheControl } from '#http/server/revalidation.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError } from '#tools/errors.ts';
import type { AuthParts } from '../auth-parts.ts';
import { AccessToken, forbidCaching, grantAccess } from '../tokens/access-tokens.ts';
import {
  clearSessionCookie,
  readSessionCookies,
  rejectOtherOrigins,
  setsSessionCookie,
  writeSessionCookie,
} from '../tokens/session-cookie.ts';
import type { Granted } from '../tokens/sessions.ts';
import { formTypes } from './forms.ts';
import { Credentials, logIn, loginErrors, rejectWhenFull } from './login.ts';
import { logOut } from './refresh.ts';

const forConsole =
  'For pages of the console only (`KTIMA_CONSOLE_ORIGINS`): the browser keeps the refresh token in ' +
  'a cookie that no script can read. Send the request with credentials. ';

const SessionCredentials = Type.Object(
  {
    ...Credentials.properties,
    stay: optional.oneOf(
      ['true', 'false'],
      'Whether the browser keeps the cookie as long as the session, otherwise until it is ' +
        'closed; `true` by default.',
      { 'x-expected': 'true or false' },
    ),
  },
  { title: 'SessionCredentials' },
);

/** Errors of all operations for the console. */
export const sharedErrors = {
  403: '`Origin` is missing or not one of the console, or the console is on another site.',
  503: unavailable('The database'),
};

/** Operations that only pages of the console may call. */
export function registerBrowserSession(server: Server, parts: AuthParts): void {
  registerStart(server, parts);
  registerRefresh(server, parts);
  registerLogout(server, parts);
}

/** `POST /auth/session` */
function registerStart(server: Server, parts: AuthParts): void {
  server.post(
    '/auth/session',
    {
      onRequest: [...consoleOnly(parts), rejectWhenFull(parts.passwords)],
      schema: {
        operationId: 'startSession',
        summary: 'Log in, with a cookie',
        description: `${forConsole}Otherwise the same as \`POST /auth/otp/login\`.`,
        tags: ['Console'],
        security: [],
        consumes: formTypes,
        body: SessionCredentials,
        response: responses(AccessToken, { ...loginErrors, ...sharedErrors }),
      },
    },
    async (request, reply) => {
      const carrier = request.body.stay === 'false' ? 'open browser' : 'cookie';
      const granted = await logIn(parts, request.body, clientIpOf(request), carrier);
      return grant(parts, reply, granted);
    },
  );
}

/** `POST /auth/session/refresh` */
function registerRefresh(server: Server, parts: AuthParts): void {
  server.post(
    '/auth/session/refresh',
    {
      onRequest: consoleOnly(parts),
      schema: {
        operationId: 'refreshSession',
        summary: 'Refresh, with a cookie',
        description:
          `${forConsole}The rules of \`POST /auth/token/refresh\` apply: the cookie is replaced, and ` +
          'two tabs that refresh at the same moment get the same cookie. A body is ignored.',
        tags: ['Console'],
        security: [],
        response: responses(AccessToken, {
          ...sharedErrors,
          401: 'There is no cookie, its token is spent or expired, its session was ended, or its user is disabled or deleted.',
        }),
      },
    },
    async (request, reply) => {
      const [token, ...more] = readSessionCookies(request.headers.cookie);
      // Another host of the site may have added a second one.
      if (!token || more.length > 0) {
        throw new KtimaError('UNAUTHENTICATED', 'Cookie: expected one session cookie; log in');
      }
      const clientIp = clientIpOf(request);
      const granted = await parts.sessions.refresh(token, clientIp, 'cookie').catch(error => {
        const isOver = error instanceof KtimaError && error.code === 'UNAUTHENTICATED';
        if (isOver) reply.header('set-cookie', clearSessionCookie(cookiePath(parts)));
        throw error;
      });
      return grant(parts, reply, granted);
    },
  );
}

/** `POST /auth/session/logout` */
function registerLogout(server: Server, parts: AuthParts): void {
  server.post(
    '/auth/session/logout',
    {
      onRequest: consoleOnly(parts),
      schema: {
        operationId: 'endSession',
        summary: 'Log out, with a cookie',
        description:
          `${forConsole}Ends the session of the cookie, or of each if there are several, as ` +
          '`POST /auth/logout` does, and deletes the cookie, also when the database cannot be used. ' +
          'No cookie is no error.',
        tags: ['Console'],
        security: [],
        response: {
          204: Type.Null({
            description: 'Logged out.',
            headers: { ...cacheControl('no-store'), ...setsSessionCookie },
          }),
          ...errorResponses(sharedErrors),
        },
      },
    },
    async (request, reply) => {
      reply.header('set-cookie', clearSessionCookie(cookiePath(parts)));
      for (const token of new Set(readSessionCookies(request.headers.cookie))) {
        await logOut(parts, token, clientIpOf(request));
      }
      return reply.code(204).send();
    },
  );
}

/** The hooks of operations that only pages of the console may call. */
export function consoleOnly({ isConsoleOrigin }: AuthParts) {
  return [forbidCaching, rejectOtherOrigins(isConsoleOrigin)];
}

function cookiePath({ publicPath }: AuthParts): string {
  return `${publicPath}/auth/session`;
}

/** Sends the access token, and the refresh token as a cookie. */
function grant(parts: AuthParts, reply: FastifyReply, granted: Granted) {
  reply.header('set-cookie', sessionCookieOf(parts, granted));
  return grantAccess(parts.keys, parts.tokens, granted, parts.clock());
}

/** The header `Set-Cookie` with the refresh token of a session. */
export function sessionCookieOf(parts: AuthParts, { session, refreshToken }: Granted): string {
  const seconds = Math.ceil((session.expiresAtMs - parts.clock().getTime()) / 1_000);
  const kept = session.carrier === 'open browser' ? undefined : seconds;
  return writeSessionCookie(cookiePath(parts), refreshToken, kept);
}
