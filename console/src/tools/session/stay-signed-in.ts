/** Why a browser cannot keep a session here. */
export type StayObstacle = 'insecure' | 'otherSite' | 'noCookies';

/**
 * Why the browser cannot keep a session; undefined when it can. It stores the cookie only over TLS
 * or on loopback, and sends it only if page and authentication service are on the same site.
 */
export function findStayObstacle(
  page: string,
  authUrl: string,
  allowsCookies: boolean,
): StayObstacle | undefined {
  const [from, to] = [new URL(page), new URL(authUrl)];
  if (!isTrustworthy(from) || !isTrustworthy(to)) return 'insecure';
  if (!isSameSite(from, to)) return 'otherSite';
  return allowsCookies ? undefined : 'noCookies';
}

/** As in the W3C's "Secure Contexts": TLS or loopback. */
function isTrustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname);
}

/**
 * Compares the last two labels of the names. For endings like `.com.gr` that is too wide: then the
 * service rejects the sign-in with 403, and the page keeps its tokens in memory.
 */
function isSameSite(page: URL, auth: URL): boolean {
  if (page.protocol !== auth.protocol) return false;
  const site = siteOf(page.hostname);
  return page.hostname === auth.hostname || (site !== undefined && site === siteOf(auth.hostname));
}

/** Undefined for IP addresses and names of one label. */
function siteOf(hostname: string): string | undefined {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname);
  const labels = hostname.split('.').slice(-2);
  return isAddress || labels.length < 2 || labels.includes('') ? undefined : labels.join('.');
}
