import swagger from '@fastify/swagger';
import { addressForCaller } from './reference/address.ts';
import { placeholderAddress } from './reference/curl.ts';
import type { OpenApi } from './reference/openapi.ts';
import { referencePage, referenceStyle } from './reference/page.ts';
import { withRefusals } from './refusals.ts';
import type { Server } from './typed-server.ts';

/** Version of the wire interface, and so of the service. */
export const version = '1.0.0';

/** What a host says of itself at the head of its description. */
export interface Description {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

/** Describes the routes registered after this: `/openapi.json`, and a page to read at `/docs/`. */
export async function describeRoutes(server: Server, about: Description): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: about.title,
        summary: about.summary,
        description: about.text,
        version,
      },
      tags: [...about.tags],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      security: [{ bearer: [] }],
    },
    hideUntagged: true,
    transformObject: document =>
      'openapiObject' in document
        ? withRefusals(document.openapiObject as OpenApi & typeof document.openapiObject)
        : document.swaggerObject,
  });

  // Both are made once, at the first call: the routes no longer change then.
  let json: string | undefined;
  let page: string | undefined;
  server.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(server.swagger());
    return reply.type('application/json').send(json);
  });
  server.get('/docs/', (request, reply) => {
    page ??= referencePage(server.swagger() as unknown as OpenApi);
    const address = addressForCaller(request.protocol, request.headers.host) ?? placeholderAddress;
    return reply
      .headers(pageHeaders)
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(placeholderAddress, address));
  });
  server.get('/docs/reference.css', (_request, reply) =>
    reply.headers(pageHeaders).type('text/css; charset=utf-8').send(referenceStyle),
  );
}

const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  // The page holds the address its reader called.
  'cache-control': 'private, no-cache',
};
