import swagger from '@fastify/swagger';
import { sendJson } from '../send-json.ts';
import type { Server } from '../typed-server.ts';
import type { OpenApi } from './document.ts';
import { withNamedSchemas } from './named-schemas.ts';
import { registerReferencePage } from './reference-page.ts';
import { withRefusals } from './refusals.ts';
import { withHeaders } from './response-headers.ts';

/** Version of the wire interface, and so of the service. */
export const version = '1.0.0';

/** The head of a host's description. */
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
        contact: { name: 'The operator of this service' },
        license: { name: 'All rights reserved', identifier: 'LicenseRef-Ktima' },
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
        ? finished(document.openapiObject as OpenApi & typeof document.openapiObject)
        : document.swaggerObject,
  });

  // Made once, at the first call: the routes no longer change then.
  let json: Buffer | undefined;
  server.get('/openapi.json', (request, reply) => {
    json ??= Buffer.from(JSON.stringify(server.swagger()));
    return sendJson(request, reply, json);
  });
  registerReferencePage(server, about.title);
}

/** Relative to the description, so that it also holds below a path of a proxy. */
const servers = [{ url: '.', description: 'The host that serves this description.' }];

function finished<Document extends OpenApi>(document: Document): Document {
  return { ...withNamedSchemas(withHeaders(withRefusals(document))), servers };
}
