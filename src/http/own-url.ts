import type { FastifyRequest } from 'fastify';

/** A name, an IPv4 address or an IPv6 address in brackets, perhaps with a port. */
const validHost = /^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/**
 * The URL of this service as its client sees it, without a slash at the end. A trusted proxy
 * (KTIMA_TRUST_PROXY) may send another in `X-Forwarded-Proto` and `X-Forwarded-Host`. If `Host` is
 * not valid it is empty, which makes links relative.
 */
export function ownUrl({ protocol, host }: FastifyRequest): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  return validHost.test(host) ? `${scheme}://${host}` : '';
}
