import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { optional, text } from '#http/openapi/wire-types.ts';
import { ownUrl } from '#http/server/request-head.ts';
import { json } from '../shared-schemas.ts';

/** A link on the wire (RFC 8288). */
export const Links = Type.Array(
  Type.Object(
    {
      href: text('URL of the target.'),
      rel: text('Relation of the target: `self`, `next`, `items` and others.'),
      type: text('Media type of the target.'),
      title: optional.text('Title of the target.'),
    },
    { title: 'OgcLink', description: 'A link.' },
  ),
  { description: 'Links to this and related resources.' },
);

/** A link. */
export interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
  readonly title?: string;
}

/** Makes links of paths of this service, as the client of a request sees them. */
export function linker(request: FastifyRequest) {
  const base = ownUrl(request);
  return (rel: string, path: string, type = json, title?: string): Link => ({
    href: base + path,
    rel,
    type,
    ...(title !== undefined && { title }),
  });
}

/** The path of a request with this value of one query parameter and all others as they are. */
export function pathWith(request: FastifyRequest, name: string, value: string): string {
  const [path, ...query] = request.raw.url!.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set(name, value);
  return `${path}?${parameters}`;
}
