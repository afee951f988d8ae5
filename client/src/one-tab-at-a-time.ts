/**
 * Runs requests with the session cookie one after the other, over all tabs of a browser: an older
 * response must not replace a newer cookie. Runs at once where there are no Web Locks (pages without
 * TLS, where browsers store no such cookie, and older Node.js).
 */
export function oneTabAtATime<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { locks } = (globalThis.navigator ?? {}) as Partial<Navigator>;
  return locks ? locks.request('ktima-session', { signal }, work) : work();
}
