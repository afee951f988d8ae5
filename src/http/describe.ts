import swagger from '@fastify/swagger';
import { referencePage, referenceStyle } from './reference.ts';
import type { Server } from './server.ts';

/** What a host says of itself at the head of its description. */
export interface Description {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
}

/** The OpenAPI document of a server, as an object; the server must be ready. */
export type OpenApi = ReturnType<Server['swagger']>;

/** Describes the routes registered after this: `/openapi.json`, and a page to read at `/docs/`. */
export async function describeRoutes(server: Server, about: Description): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: about.title,
        summary: about.summary,
        description: about.text,
        version: '1.0.0',
      },
      tags: [...about.tags],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      security: [{ bearer: [] }],
    },
    hideUntagged: true,
  });

  // Both are made once, at the first call: the routes no longer change then.
  let json: string | undefined;
  let page: string | undefined;
  server.get('/openapi.json', (_request, reply) => {
    json ??= JSON.stringify(server.swagger());
    return reply.type('application/json').send(json);
  });
  server.get('/docs/', (_request, reply) => {
    page ??= referencePage(server.swagger());
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'self'; base-uri 'none'")
      .type('text/html; charset=utf-8')
      .send(page);
  });
  server.get('/docs/reference.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(referenceStyle),
  );
}
