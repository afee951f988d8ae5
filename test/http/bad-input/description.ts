import { readFileSync } from 'node:fs';
import type { OpenApi, Operation, Response, Schema } from '#http/openapi/document.ts';
import { inlineReferences } from '../../inline-references.ts';

export type Host = 'api' | 'auth';

/** An operation in the committed description of its host. */
export interface Described {
  readonly host: Host;
  readonly method: string;
  /** The methods of its path, this one among them. */
  readonly methods: readonly string[];
  readonly path: string;
  /** The path with `{name}` for each parameter in it. */
  readonly template: string;
  /** The name by which answers are counted: `api reverse`. */
  readonly name: string;
  readonly needsToken: boolean;
  /** Whether parameters that are not described are refused, as the standard of the GIS demands. */
  readonly isStrict: boolean;
  /** Whether only pages of the console may send it, with a cookie. */
  readonly isForConsole: boolean;
  readonly parameters: readonly Field[];
  /** Fields of the body; none where it has no body. */
  readonly fields: readonly Field[];
  /** Whether a body with other fields is refused. */
  readonly isClosed: boolean;
  readonly mediaTypes: readonly string[];
  readonly responses: Operation['responses'];
}

/** A parameter of a query or a field of a body. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

function descriptionOf(host: Host): OpenApi {
  const file = new URL(`../../../docs/openapi/${host}.json`, import.meta.url);
  return inlineReferences(JSON.parse(readFileSync(file, 'utf8')));
}

/** Every operation of both hosts. */
export const operations: readonly Described[] = (['api', 'auth'] as const).flatMap(host => {
  const { paths, security = [] } = descriptionOf(host);
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(isRepeatable)
      .map(([method, operation]) => ({
        host,
        method: method.toUpperCase(),
        methods: Object.keys(methods).map(one => one.toUpperCase()),
        path: withExamples(template, operation),
        template,
        name: `${host} ${operation.operationId}`,
        needsToken: (operation.security ?? security).length > 0,
        isStrict: template.startsWith('/ogc/'),
        parameters: (operation.parameters ?? [])
          .filter(parameter => parameter.in === 'query')
          .map(({ name, required = false, schema = {} }) => ({ name, required, schema })),
        isForConsole: operation.tags?.includes('Console') ?? false,
        ...bodyOf(operation),
        responses: operation.responses,
      })),
  );
});

/** Portfolios are files with runs in the background; test/api/portfolios.test.ts sends bad ones. */
function isRepeatable([method, { tags = [], parameters = [] }]: [string, Operation]): boolean {
  return !tags.includes('Portfolios') || (method === 'get' && parameters.length === 0);
}

/** A path with the examples of its parameters. */
function withExamples(template: string, { parameters = [] }: Operation): string {
  return template.replace(/\{(\w+)\}/g, (_, name) =>
    String(parameters.find(one => one.in === 'path' && one.name === name)!.example),
  );
}

function bodyOf({ requestBody }: Operation): Pick<Described, 'fields' | 'isClosed' | 'mediaTypes'> {
  const content = requestBody?.content ?? {};
  const schema = Object.values(content)[0]?.schema ?? {};
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }));
  const isClosed = additionalProperties === false;
  const described = Object.keys(content);
  // Forms are accepted as JSON too, which is not described.
  const isForm = described.includes('multipart/form-data');
  const mediaTypes = isForm ? [...described, 'application/json'] : described;
  return { fields, isClosed, mediaTypes };
}

/** Which answer of an operation this status is; undefined when it is described nowhere. */
export function responseFor({ responses }: Described, status: number): Response | undefined {
  if (responses[status]) return responses[status];
  const other = responses.default;
  return other?.['x-statuses']?.includes(status) ? other : undefined;
}
