import type { FastifyReply, FastifyRequest } from 'fastify';
import { KtimaError } from '../errors.ts';

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
