import type { FastifyReply, FastifyRequest } from 'fastify';
import { KtimaError } from '#tools/errors.ts';

/**
 * The cookie with the refresh token of a browser. `__Secure-`: browsers store it only if it is
 * marked Secure and came over TLS, or from loopback. (`__Host-` would allow no path.)
 */
const cookieName = '__Secure-ktima-session';

/** The header of responses that set the cookie, for the schema of a route. */
export const setsSessionCookie = {
  'Set-Cookie': {
    type: 'string',
    description:
      `\`${cookieName}\`: the next refresh token, as HttpOnly, Secure and SameSite=Strict. ` +
      'Empty, with `Max-Age=0`, when the session is over.',
  },
};

/** Reads the refresh tokens from the header `Cookie`: one, unless another host has added more. */
export function readSessionCookies(header = ''): string[] {
  return header
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(`${cookieName}=`))
    .map(pair => pair.slice(cookieName.length + 1));
}

/**
 * The header `Set-Cookie` for a refresh token. The browser sends it only below `path`, and without a
 * lifetime deletes it when it is closed.
 */
export function writeSessionCookie(
  path: string,
  token: string,
  lifetimeSeconds: number | undefined,
): string {
  const lifetime = lifetimeSeconds === undefined ? '' : `Max-Age=${lifetimeSeconds}; `;
  return `${cookieName}=${token}; Path=${path}; ${lifetime}HttpOnly; Secure; SameSite=Strict`;
}

/** The header `Set-Cookie` that deletes the cookie. */
export function clearSessionCookie(path: string): string {
  return writeSessionCookie(path, '', 0);
}

/**
 * Makes the hook that rejects requests of all pages but the console's. A browser sends the session
 * cookie by itself, so a page of another origin must not be able to use it (CSRF). Browsers send
 * `Origin` with every POST. They send `Sec-Fetch-Site` too, except to plain HTTP beyond loopback.
 */
export function rejectOtherOrigins(isConsoleOrigin: (origin: string) => boolean) {
  return (request: FastifyRequest, _: FastifyReply, done: (error?: Error) => void): void => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (origin === undefined || !isConsoleOrigin(origin)) done(otherOrigin(origin));
    else done(site === 'cross-site' ? otherSite() : undefined);
  };
}

function otherOrigin(origin: string | undefined): KtimaError {
  const got = origin === undefined ? 'none' : 'another one';
  const message = `Origin: expected an origin of the console (KTIMA_CONSOLE_ORIGINS), got ${got}`;
  return new KtimaError('FORBIDDEN', message);
}

function otherSite(): KtimaError {
  const message =
    'Sec-Fetch-Site: expected the console and this service on the same site, got cross-site; the ' +
    'browser would not send the cookie: use POST /auth/otp/login';
  return new KtimaError('FORBIDDEN', message);
}
