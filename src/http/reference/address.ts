const name = /^[a-z\d][a-z\d.-]{0,252}(:\d{1,5})?$/i;
const thisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * The address at which a caller found us, to be shown to that caller, or undefined when it is no
 * `host[:port]` or is not known to be the right one: behind a proxy that speaks TLS we are
 * reached by plain HTTP, and an `http:` address would make the reader send a token in the clear.
 */
export function addressForCaller(protocol: string, host: string | undefined): string | undefined {
  if (!host) return undefined;
  const known = thisMachine.test(host) || (protocol === 'https' && name.test(host));
  return known ? `${protocol}://${host}` : undefined;
}
