import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The IP address of the client. A trusted proxy sends it in X-Forwarded-For; if that text is no IP
 * address, the function returns the address of the connection.
 */
export function clientIpOf({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = isIP(ip) ? ip : (raw.socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The network by which clients are counted: the whole IPv4 address, or the first 64 bits of an IPv6
 * address, because one customer usually has all addresses of a /64.
 */
export function networkOf(ipAddress: string): string {
  const plain = ipAddress.split('%', 1)[0]!.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain) || !isIP(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
