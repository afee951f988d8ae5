import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import { scopeTexts } from '../scopes.ts';
import { errorContent, errorResponses } from '../server/error-answers.ts';
import { sendJson } from '../server/send-json.ts';
import type { Server } from '../server/typed-server.ts';
import type { OpenApi, Operation, Response } from './document.ts';
import { registerReferencePage } from './reference-page.ts';
import { withHeaders } from './response-headers.ts';

/** That of the wire interface, which its contract fixes; the program's is in tools/version.ts. */
const interfaceVersion = '1.0.0';

/** The head of a host's description. */
export interface Description {
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** Where a program gets tokens by OAuth 2.0, once the description is asked for; undefined for nowhere. */
  readonly tokenUrl?: () => URL | undefined;
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
        version: interfaceVersion,
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
        ? finished(
            document.openapiObject as OpenApi & typeof document.openapiObject,
            about.tokenUrl?.(),
          )
        : document.swaggerObject,
  });

  // Made once, at the first call: the routes no longer change then.
  let json: Buffer | undefined;
  server.get('/openapi.json', (_request, reply) => {
    json ??= Buffer.from(JSON.stringify(server.swagger()));
    return sendJson(reply, json);
  });
  registerReferencePage(server, about.title);
}

/** Relative to the description, so that it also holds below a path of a proxy. */
const servers = [{ url: '.', description: 'The host that serves this description.' }];

function finished<Document extends OpenApi>(document: Document, tokenUrl?: URL): Document {
  const whole = withNamedErrors(withNamedSchemas(withHeaders(withRefusals(document))));
  return { ...withOAuth(whole, tokenUrl), servers };
}

/** Adds the client credentials of OAuth 2.0 beside `bearer`, with the scopes of each operation. */
function withOAuth<Document extends OpenApi>(document: Document, tokenUrl?: URL): Document {
  const paths = mapValues(document.paths, methods =>
    mapValues(methods, ({ 'x-scopes': needed, ...operation }) =>
      needed && tokenUrl
        ? { ...operation, security: [{ bearer: [] }, { oauth2: needed }] }
        : operation,
    ),
  );
  if (!tokenUrl) return { ...document, paths };
  const clientCredentials = { tokenUrl: tokenUrl.href, scopes: scopeTexts };
  const oauth2 = { type: 'oauth2', flows: { clientCredentials } };
  const securitySchemes = { ...document.components?.securitySchemes, oauth2 };
  return { ...document, paths, components: { ...document.components, securitySchemes } };
}

/** Errors of any request, mostly from before its operation is reached. */
const refusals: Readonly<Record<number, string>> = {
  400: 'malformed HTTP, its text is not UTF-8, or its `Host` is missing, repeated or no host name',
  408: 'the request did not arrive in time',
  413: 'the body is too large',
  414: 'the URL is too long',
  415: 'the body is compressed, or its charset is not UTF-8',
  417: '`Expect` asks for something unknown',
  431: 'too many headers, or too long ones',
  500: 'an error inside the service',
  503: 'the service cannot answer at the moment: its database cannot be used (out of reach, too slow, full or damaged), tokens cannot be checked, or there are too many requests at once',
};

const listed = Object.entries(refusals).map(([status, when]) => `${status} (${when})`);

/** OpenAPI's answer for statuses that an operation does not list; `x-statuses` are all there are. */
const otherRefusal: Response = {
  description: `The same for every operation: ${listed.join('; ')}.`,
  'x-statuses': Object.keys(refusals).map(Number),
  content: errorContent(),
};

/** For operations that refuse no request themselves. */
const malformed = errorResponses({ 400: `The request is ${refusals[400]}.` });

/** A description in which every operation also lists the errors that any request may get. */
function withRefusals<Document extends Pick<OpenApi, 'paths'>>(document: Document): Document {
  const paths = mapValues(document.paths, methods => mapValues(methods, withRefusal));
  return { ...document, paths };
}

function withRefusal(operation: Operation): Operation {
  return {
    ...withoutJsonForm(operation),
    responses: { ...malformed, ...operation.responses, default: otherRefusal },
  };
}

/**
 * Forms may also be sent as JSON, which is not described: code generators prefer JSON to a form, and
 * some then send the fields of the form in no body at all.
 */
function withoutJsonForm({ requestBody, ...operation }: Operation): Operation {
  if (!requestBody) return operation;
  const { 'application/json': json, ...forms } = requestBody.content;
  const isForm = json !== undefined && Object.keys(forms).length > 0;
  return { ...operation, requestBody: isForm ? { ...requestBody, content: forms } : requestBody };
}

function mapValues<Value>(record: Readonly<Record<string, Value>>, map: (value: Value) => Value) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Values in a document that are data, not schemas. */
const dataKeys = new Set(['example', 'examples', 'const', 'enum']);

/**
 * Moves every schema that has a title to `components.schemas`, under that title, and refers to it
 * with `$ref`: code generators name their types by it.
 */
export function withNamedSchemas<Document extends Pick<OpenApi, 'paths' | 'components'>>(
  document: Document,
): Document {
  const schemas: Record<string, object> = {};
  const paths = move(document.paths, schemas) as Document['paths'];
  return { ...document, paths, components: { ...document.components, schemas } };
}

function move(value: unknown, schemas: Record<string, object>): unknown {
  if (Array.isArray(value)) return value.map(one => move(one, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    dataKeys.has(key) ? inner : move(inner, schemas),
  ]);
  const { title, ...schema } = Object.fromEntries(entries);
  // A property may be called `title`: its value is a schema.
  if (typeof title !== 'string') return Object.fromEntries(entries);
  const known = schemas[title] ?? schema;
  if (shapeOf(known) !== shapeOf(schema)) {
    throw new Error(`two schemas with the title ${title} differ`);
  }
  schemas[title] = { ...known, ...schema };
  return { $ref: `#/components/schemas/${title}` };
}

/** Without examples and description: those of a body or a parameter stand beside its schema. */
function shapeOf({
  examples: _,
  description: __,
  ...schema
}: {
  readonly examples?: unknown;
  readonly description?: unknown;
}): string {
  return JSON.stringify(schema);
}

/**
 * Moves the errors to `components.responses`: most of them are those of many operations. A name is
 * that of the status, from the second text on with a number.
 */
function withNamedErrors<Document extends Pick<OpenApi, 'paths' | 'components'>>(
  document: Document,
): Document {
  const names = new Map<string, string>();
  const responses: Record<string, Response> = {};
  const referTo = (status: string, response: Response): Response => {
    if (/^[123]/.test(status)) return response;
    const text = JSON.stringify(response);
    const known = names.get(text);
    const plain = STATUS_CODES[status]?.replaceAll(/\W/g, '') ?? 'OtherErrors';
    const name = known ?? freeName(plain, responses);
    names.set(text, name);
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` } as unknown as Response;
  };
  const paths = mapValues(document.paths, methods =>
    mapValues(methods, operation => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          referTo(status, response),
        ]),
      ),
    })),
  );
  return { ...document, paths, components: { ...document.components, responses } };
}

function freeName(name: string, taken: object): string {
  for (let number = 2, free = name; ; free = `${name}${number++}`)
    if (!(free in taken)) return free;
}
