/** Why a browser cannot keep a session here. `otherSite` is the 403 of the authentication service. */
export type StayObstacle = 'insecure' | 'otherSite' | 'noCookies';

/**
 * Why the browser cannot keep a session, as far as the page can see it; undefined for no reason. It
 * stores the cookie only over TLS or on loopback.
 */
export function findStayObstacle(
  page: string,
  authUrl: string,
  allowsCookies: boolean,
): StayObstacle | undefined {
  if (![page, authUrl].every(isTrustworthy)) return 'insecure';
  return allowsCookies ? undefined : 'noCookies';
}

/** As in the W3C's "Secure Contexts": TLS or loopback. */
function isTrustworthy(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}
