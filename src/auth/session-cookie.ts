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

/** The header `Set-Cookie` for a refresh token. The browser sends it only below `path`. */
export function writeSessionCookie(path: string, token: string, lifetimeSeconds: number): string {
  return `${cookieName}=${token}; Path=${path}; Max-Age=${lifetimeSeconds}; HttpOnly; Secure; SameSite=Strict`;
}

/** The header `Set-Cookie` that deletes the cookie. */
export function clearSessionCookie(path: string): string {
  return writeSessionCookie(path, '', 0);
}
