import type { OpenApi } from './document.ts';

/** An object of a description: its values are read one by one. */
type Json = Readonly<Record<string, unknown>>;

/** The keywords of JSON Schema that mean the same in OpenAPI 3.0. */
const sameKeywords = new Set([
  'title',
  'description',
  'format',
  'pattern',
  'enum',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'uniqueItems',
  'required',
]);

/**
 * A description in OpenAPI 3.0, for tools that cannot read 3.1. It says the same: types with null
 * become `nullable`, `const` a list of one value, `examples` the first of them. Throws for a keyword
 * that has no counterpart, so that nothing is left out silently.
 */
export function toOpenApi30(document: OpenApi): Json {
  const { info, paths, components, ...rest } = document as OpenApi & Json;
  const { summary: _, license, ...about } = info as Json & { license?: Json };
  const { schemas = {}, headers, ...others } = (components ?? {}) as Json;
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...about, ...(license && { license: { name: license.name } }) },
    paths: mapValues(paths, methods => mapValues(methods as Json, operation)),
    components: {
      ...others,
      ...(headers !== undefined && { headers: mapValues(headers, withSchema) }),
      schemas: mapValues(schemas, schema),
    },
  };
}

function mapValues(record: unknown, map: (value: Json) => unknown): Json {
  const entries = Object.entries(record as Readonly<Record<string, Json>>);
  return Object.fromEntries(entries.map(([key, value]) => [key, map(value)]));
}

function operation({ parameters, requestBody, responses, ...rest }: Json): Json {
  return {
    ...rest,
    ...(parameters !== undefined && { parameters: (parameters as Json[]).map(withSchema) }),
    ...(requestBody !== undefined && { requestBody: withContent(requestBody as Json) }),
    responses: mapValues(responses, withContent),
  };
}

/** A request body or a response. */
function withContent({ content, headers, ...rest }: Json): Json {
  return {
    ...rest,
    ...(headers !== undefined && { headers: mapValues(headers, withSchema) }),
    ...(content !== undefined && { content: mapValues(content, withSchema) }),
  };
}

/** A parameter, a header or a body of one media type. */
function withSchema({ schema: own, ...rest }: Json): Json {
  return own === undefined ? rest : { ...rest, schema: schema(own as Json) };
}

/** A schema in 3.0; there, what stands beside a `$ref` is ignored. */
function schema({ $ref, ...rest }: Json): Json {
  if ($ref !== undefined) {
    return Object.keys(rest).length === 0 ? { $ref } : { ...schema(rest), allOf: [{ $ref }] };
  }
  return Object.assign({}, ...Object.entries(rest).map(([name, value]) => keyword(name, value)));
}

function keyword(name: string, value: unknown): Json {
  if (sameKeywords.has(name) || name.startsWith('x-')) return { [name]: value };
  switch (name) {
    case 'type':
      return typeOf(value as string | readonly string[]);
    case 'const':
      return { enum: [value] };
    case 'examples':
      return { example: (value as readonly unknown[])[0] };
    case 'exclusiveMinimum':
      return { minimum: value, exclusiveMinimum: true };
    case 'items':
      return { items: schema(value as Json) };
    case 'properties':
      return { properties: mapValues(value, schema) };
    case 'additionalProperties':
      return { [name]: typeof value === 'boolean' ? value : schema(value as Json) };
    case 'oneOf':
      return { oneOf: (value as readonly Json[]).map(schema) };
    case 'anyOf':
      return alternatives(value as readonly Json[]);
    default:
      throw new Error(`${name}: OpenAPI 3.0 does not have this keyword`);
  }
}

function typeOf(type: string | readonly string[]): Json {
  const [first, ...more] = [type].flat().filter(one => one !== 'null');
  if (first === undefined || more.length > 0) {
    throw new Error(`type: OpenAPI 3.0 has one type, or one and null; got ${type}`);
  }
  return { type: first, ...(Array.isArray(type) && { nullable: true }) };
}

/** Alternatives; with null, what remains is nullable. */
function alternatives(any: readonly Json[]): Json {
  const others = any.filter(one => one.type !== 'null');
  const nullable = others.length < any.length && { nullable: true };
  if (others.length > 1) return { anyOf: others.map(schema), ...nullable };
  return { allOf: others.map(schema), ...nullable };
}
