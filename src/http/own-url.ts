import type { FastifyRequest } from 'fastify';
import { isPlainHost } from './request-head.ts';
import type { Server } from './typed-server.ts';

const name = 'publicUrl';

/** Sets the URL that `ownUrl` returns for every request; undefined if the requests decide. */
export function setPublicUrl(server: Server, publicUrl: URL | undefined): void {
  const { origin, pathname = '' } = publicUrl ?? {};
  server.decorate(name, origin && (origin + pathname).replace(/(?<!\/)\/+$/, ''));
}

/**
 * The URL of this service as its client sees it, without a slash at the end: KTIMA_PUBLIC_URL, else
 * that of the request. A trusted proxy (KTIMA_TRUST_PROXY) may send another in `X-Forwarded-Proto`
 * and `X-Forwarded-Host`. Without a valid host it is empty, which makes links relative.
 */
export function ownUrl({ protocol, host, server }: FastifyRequest): string {
  const publicUrl = server.getDecorator<string | undefined>(name);
  if (publicUrl !== undefined) return publicUrl;
  const scheme = protocol === 'https' ? 'https' : 'http';
  return isPlainHost(host) ? `${scheme}://${host}` : '';
}
