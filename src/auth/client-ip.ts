import { isIP, isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The IP address a request comes from. Behind a proxy that is trusted, the one it tells; text
 * that is no address is not believed.
 */
export function clientIp({ ip, raw }: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const address = isIP(ip) ? ip : (raw.socket.remoteAddress ?? '');
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Who shares an address: IPv4 as it is; of IPv6 the first 64 bits, which one customer has. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain) || !isIP(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  const network = groups.slice(0, 4).map(group => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
