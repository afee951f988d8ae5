import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { invalid, KtimaError } from '../errors.ts';

/** The JSON Schema keywords that our routes use. */
interface Keywords {
  type?: string;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  items?: Keywords;
  /** Whether a number in a query above the maximum is read as the maximum. */
  'x-clamped'?: boolean;
  /** What the field expects, in words, for error messages; made from the keywords if absent. */
  'x-expected'?: string;
}

interface Field {
  readonly name: string;
  readonly required: boolean;
  /** In words. */
  readonly expected: () => string;
  readonly fromText: (text: string) => unknown;
  readonly check: (value: unknown) => boolean;
}

/**
 * Fastify's validator compiler. Bodies are not coerced: `"37.9"`, `true` and `null` are not numbers.
 * Texts of queries and paths are parsed strictly as the declared type. Each message names the field.
 */
export const compileValidator = compileValidatorWith({});

/** Values that depend on the loaded data, by the name of their field; a schema may allow more. */
type Choices = Readonly<Record<string, () => readonly string[]>>;

/** The same, for routes in which the loaded data decide which values a field may have. */
export function compileValidatorWith(choices: Choices): FastifySchemaCompiler<TSchema> {
  return route => validatorOf(route, choices);
}

function validatorOf(
  { schema, httpPart }: Parameters<FastifySchemaCompiler<TSchema>>[0],
  choices: Choices,
) {
  const fields = fieldsOf(schema, choices);
  const check =
    httpPart === 'querystring' || httpPart === 'params' ? queryReader(schema) : checkBody;
  return (data: unknown) => {
    try {
      check(fields, data);
      return true;
    } catch (error) {
      return { error: error as Error };
    }
  };
}

function fieldsOf(schema: TSchema, choices: Choices): Field[] {
  const { properties = {}, required = [] } = schema as unknown as {
    properties?: Record<string, TSchema & Keywords>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const compiled = Compile(property);
    const expected = expectation(property);
    const choicesOf = choices[name];
    return {
      name,
      required: required.includes(name),
      expected: choicesOf ? () => `one of ${choicesOf().join(', ')}` : () => expected,
      fromText: textReader(property),
      check: choicesOf
        ? value => choicesOf().includes(value as string)
        : value => compiled.Check(value),
    };
  });
}

function checkBody(fields: readonly Field[], body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('request body', `an object with ${fields.map(f => f.name).join(', ')}`);
  }
  for (const field of fields) {
    const present = Object.hasOwn(body, field.name);
    if (!present && field.required) throw missing(field);
    if (present && !field.check((body as Record<string, unknown>)[field.name])) {
      throw invalid(field.name, field.expected());
    }
  }
}

/** A query may have parameters that no schema names, unless its schema forbids them. */
function queryReader(schema: TSchema & { additionalProperties?: boolean }) {
  if (schema.additionalProperties !== false) return readQuery;
  return (fields: readonly Field[], query: unknown) => {
    const known = fields.map(({ name }) => name);
    const unknown = Object.keys(query as object).find(name => !known.includes(name));
    if (unknown !== undefined) throw unknownParameter(unknown, known);
    readQuery(fields, query);
  };
}

function unknownParameter(name: string, known: readonly string[]): KtimaError {
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'no query parameter';
  return invalid(/^[\w-]{1,40}$/.test(name) ? name : 'unknown parameter', `${expected}`);
}

/** Replaces the texts by values in the same object: a new object would take twice as long. */
function readQuery(fields: readonly Field[], data: unknown): void {
  const query = data as Record<string, unknown>;
  for (const field of fields) {
    const text = query[field.name] as string | string[] | undefined;
    if (text === undefined) {
      if (field.required) throw missing(field);
      continue;
    }
    if (Array.isArray(text)) throw invalid(field.name, `one value, got ${text.length}`);
    const value = field.fromText(text);
    if (text === '' || !field.check(value)) throw invalid(field.name, field.expected());
    if (value !== text) query[field.name] = value;
  }
}

function missing({ name, expected }: Field): KtimaError {
  return new KtimaError('INVALID_INPUT', `${name} is missing: expected ${expected()}`);
}

const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const wholeNumber = /^[+-]?\d+$/;

/** Parses a query's text as its declared type; undefined when it does not fit. */
function textReader({ type, items, maximum, ...keywords }: Keywords): Field['fromText'] {
  const most = keywords['x-clamped'] ? maximum! : Infinity;
  switch (type) {
    case 'number':
      return text => (decimalNumber.test(text) ? Number(text) : undefined);
    case 'integer':
      return text => (wholeNumber.test(text) ? Math.min(Number(text), most) : undefined);
    case 'boolean':
      return text => (text === 'true' ? true : text === 'false' ? false : undefined);
    case 'array': {
      const one = textReader(items!);
      return text => text.split(',').map(part => one(part.trim()));
    }
    default:
      return text => text;
  }
}

/** The expectation of a schema, in words. */
function expectation(schema: Keywords): string {
  if (schema['x-expected']) return schema['x-expected'];
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  switch (schema.type) {
    case 'number':
      return `a number${rangeInWords(schema)}`;
    case 'integer':
      return `a whole number${rangeInWords(schema)}`;
    case 'boolean':
      return 'true or false';
    default:
      return `text of ${schema.minLength ?? 0} to ${schema.maxLength ?? 'any number of'} characters`;
  }
}

function rangeInWords({ minimum, maximum, exclusiveMinimum }: Keywords): string {
  if (exclusiveMinimum !== undefined) return ` greater than ${exclusiveMinimum}`;
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of ${minimum} or more`;
  return maximum !== undefined ? ` of ${maximum} or less` : '';
}
