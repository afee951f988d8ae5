import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import {
  type Fault,
  type FaultCode,
  faultOf,
  faultsOf,
  invalidInput,
  KtimaError,
  mostFaults,
} from '#tools/errors.ts';
import { ignoreParameters, similarName } from '../errors/ignored-parameters.ts';

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
  readonly keywords: Keywords;
  /** The values that the loaded data have. */
  readonly choices: (() => readonly string[]) | undefined;
  readonly fromText: (text: string) => unknown;
  readonly check: (value: unknown) => boolean;
}

/** The fields of a schema, and whether it forbids others. */
interface Fields {
  readonly list: readonly Field[];
  readonly isClosed: boolean;
}

/**
 * Fastify's validator compiler. Bodies are not coerced: `"37.9"`, `true` and `null` are not numbers.
 * Texts of queries and paths are parsed strictly as the declared type. The message names all faults,
 * each with its field: unknown fields first, then the others in the order of the schema.
 */
export const compileValidator = compileValidatorWith({});

/** Values that depend on the loaded data, by the name of their field; a schema may allow more. */
type Choices = Readonly<Record<string, () => readonly string[]>>;

/**
 * Checks what a schema cannot describe, of the fields that are as their schema says; `wrong` has the
 * names of the others. A fault that is a consequence of a wrong field is not one. Throws
 * INVALID_INPUT; other errors are left to the handler.
 */
type FurtherCheck = (right: Readonly<Record<string, unknown>>, wrong: Wrong) => void;
export type Wrong = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** The same, for routes whose values depend on the loaded data or on each other. */
export function compileValidatorWith(
  choices: Choices,
  check?: FurtherCheck,
): FastifySchemaCompiler<TSchema> {
  return route => validatorOf(route, choices, check);
}

/** By the name of the field. */
type Faults = Map<string, Fault>;

function validatorOf(
  { schema, httpPart }: Parameters<FastifySchemaCompiler<TSchema>>[0],
  choices: Choices,
  check: FurtherCheck | undefined,
) {
  const fields = fieldsOf(schema, choices);
  const isText = httpPart === 'querystring' || httpPart === 'params';
  const findFaults = isText ? readQuery : checkBody;
  return (data: unknown) => {
    const wrong = findFaults(fields, data);
    const further = check && isObject(data) ? furtherFaults(check, data, wrong) : [];
    if (wrong.size === 0 && further.length === 0) return true;
    return { error: invalidInput([...wrong.values(), ...further]) };
  };
}

function furtherFaults(
  check: FurtherCheck,
  data: Readonly<Record<string, unknown>>,
  wrong: Faults,
): readonly Fault[] {
  const rightOnes = () => Object.entries(data).filter(([name]) => !wrong.has(name));
  try {
    check(wrong.size === 0 ? data : Object.fromEntries(rightOnes()), wrong);
    return [];
  } catch (error) {
    if (error instanceof KtimaError) return faultsOf(error);
    throw error;
  }
}

/** Compiling takes most of a start: each schema once, for GET and HEAD and all that share it. */
const compiled = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function compile(schema: TSchema): ReturnType<typeof Compile> {
  const known = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, known);
  return known;
}

function fieldsOf(schema: TSchema, choices: Choices): Fields {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as unknown as {
    properties?: Record<string, TSchema & Keywords>;
    required?: string[];
    additionalProperties?: boolean;
  };
  const list = Object.entries(properties).map(([name, property]): Field => {
    const validator = compile(property);
    const expected = expectation(property);
    const choicesOf = choices[name];
    return {
      name,
      required: required.includes(name),
      expected: choicesOf ? () => `one of ${choicesOf().join(', ')}` : () => expected,
      keywords: property,
      choices: choicesOf,
      fromText: textReader(property),
      check: choicesOf
        ? value => choicesOf().includes(value as string)
        : value => validator.Check(value),
    };
  });
  return { list, isClosed: additionalProperties === false };
}

function checkBody(fields: Fields, body: unknown): Faults {
  const { list } = fields;
  if (!isObject(body)) {
    return new Map([['', faultOf('request body', objectWith(list))]]);
  }
  const faults: Faults = fields.isClosed ? unknownNames(fields, body, 'field') : new Map();
  for (const field of list) {
    const { name } = field;
    if (!Object.hasOwn(body, name)) {
      if (field.required) faults.set(name, missing(field));
    } else if (!field.check(body[name])) faults.set(name, wrong(field, body[name], ', no quotes'));
  }
  return faults;
}

/** Where none is required by itself, further checks require some of them. */
function objectWith(fields: readonly Field[]): string {
  const namesOf = (some: readonly Field[]) => some.map(({ name }) => name).join(', ');
  const needed = fields.filter(({ required }) => required);
  if (needed.length === 0 || needed.length === fields.length)
    return `an object with ${namesOf(fields)}`;
  const others = fields.filter(({ required }) => !required);
  return `an object with ${namesOf(needed)} (optional: ${namesOf(others)})`;
}

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** Replaces the texts by values in the same object: a new object would take twice as long. */
function readQuery(fields: Fields, data: unknown): Faults {
  const query = data as Record<string, unknown>;
  let unread = 0;
  for (const _ in query) unread++;
  const faults: Faults = new Map();
  for (const field of fields.list) {
    const { name } = field;
    const text = query[name] as string | string[] | undefined;
    if (text !== undefined) unread--;
    if (text === undefined) {
      if (field.required) faults.set(name, missing(field));
    } else if (Array.isArray(text)) {
      faults.set(name, faultOf(name, `one value, got ${text.length}`, 'repeated'));
    } else {
      const value = field.fromText(text);
      if (text === '' || !field.check(value)) faults.set(name, wrong(field, text, ''));
      else if (value !== text) query[name] = value;
    }
  }
  return unread > 0 ? withUnknown(fields, query, faults) : faults;
}

/** The faults, after one for the unknown parameters unless they are ignored. */
function withUnknown(fields: Fields, query: Record<string, unknown>, faults: Faults): Faults {
  if (fields.isClosed || query.strict === true) {
    return new Map([...unknownNames(fields, query, 'parameter'), ...faults]);
  }
  ignoreParameters(query, unknownOf(fields, query));
  return faults;
}

/** A fault for each name that the schema does not have; they share one sentence. */
function unknownNames(fields: Fields, data: object, kind: string): Faults {
  const known = fields.list.map(({ name }) => name);
  const faults = unknownFaults(known, unknownOf(fields, data), printable(kind));
  return new Map(faults.map((fault, at) => [`unknown ${at}`, fault]));
}

function unknownOf({ list }: Fields, data: object): string[] {
  return Object.keys(data).filter(name => !list.some(field => field.name === name));
}

/** Names of clients get into a message only if they are short and plain. */
const printable = (kind: string) => (name: string) =>
  /^[\w-]{1,40}$/.test(name) ? name : `unknown ${kind}`;

/** `shown` gives the field that a name is reported as. */
function unknownFaults(
  known: readonly string[],
  names: readonly string[],
  shown: (name: string, at: number) => string,
): Fault[] {
  const named = names.slice(0, mostFaults).map(shown);
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'no query parameter';
  const message = `${named.join(', ')}: expected ${expected}`;
  return named.map((field, at) => {
    const suggestion = similarName(names[at]!, known);
    return { field, code: 'unknown_field', message, ...(suggestion && { suggestion }) };
  });
}

/**
 * Throws INVALID_INPUT if an entry of a list in a body has a field that its schema does not have,
 * which is probably a misspelled one. `list` is the name of the list.
 */
export function rejectUnknownFields(
  list: string,
  entries: readonly unknown[],
  { properties }: { readonly properties: object },
): void {
  const known = Object.keys(properties);
  const unknown = entries.flatMap((entry, at) =>
    isObject(entry)
      ? Object.keys(entry)
          .filter(name => !known.includes(name))
          .map(name => [name, `${list}[${at}].${printable('field')(name)}`] as const)
      : [],
  );
  if (unknown.length === 0) return;
  const names = unknown.map(([name]) => name);
  throw invalidInput(unknownFaults(known, names, (_, at) => unknown[at]![1]));
}

function missing({ name, expected }: Field): Fault {
  return { field: name, code: 'missing', message: `${name} is missing: expected ${expected()}` };
}

/** `also` is what else the hint for a number with a comma asks for. */
function wrong(field: Field, value: unknown, also: string): Fault {
  const { name, expected, keywords } = field;
  const isNumber = keywords.type === 'number';
  const hint =
    typeof value !== 'string' ? '' : isNumber ? pointHint(value, also) : spaceHint(field, value);
  const [code, values] = faultIn(field, also === '' ? field.fromText(String(value)) : value);
  return faultOf(name, `${expected()}${hint}`, code, values);
}

/** What is wrong with a value, by the keywords of its schema. */
function faultIn({ keywords, choices }: Field, value: unknown): [FaultCode, Partial<Fault>?] {
  const { type, minimum, maximum, exclusiveMinimum, minLength, maxLength } = keywords;
  const allowed = choices?.() ?? keywords.enum?.map(String);
  if (allowed) return ['not_one_of', { allowed }];
  if (type === 'boolean') return ['not_a_boolean'];
  if (type === 'number' || type === 'integer') {
    if (typeof value !== 'number' && type === 'number') return ['not_a_number'];
    if (type === 'integer' && !Number.isInteger(value)) return ['not_a_whole_number'];
    return [
      'out_of_range',
      {
        ...(minimum !== undefined && { least: minimum }),
        ...(maximum !== undefined && { most: maximum }),
        ...(exclusiveMinimum !== undefined && { more_than: exclusiveMinimum }),
      },
    ];
  }
  if (type !== 'string') return ['not_valid'];
  if (typeof value !== 'string') return ['not_text'];
  if (value.length < (minLength ?? 0)) return ['too_short', { least: minLength! }];
  return value.length > (maxLength ?? Infinity)
    ? ['too_long', { most: maxLength! }]
    : ['not_valid'];
}

/** How to write a number that has a comma. `1,520` may be a thousand and more, so it gets no example. */
function pointHint(text: string, also: string): string {
  if (!/^[+-]?[\d.,]{1,40}$/.test(text) || !text.includes(',')) return '';
  const [, whole, decimals] = /^([+-]?\d+),(\d+)$/.exec(text) ?? [];
  const example = decimals && decimals.length !== 3 ? `: ${whole}.${decimals}` : '';
  return `, with a point for decimals, no other separator${also}${example}`;
}

/** How to write digits that fit without their spaces, as in the postal code `115 21`. */
function spaceHint({ check }: Field, text: string): string {
  const digits = text.replaceAll(/\s/g, '');
  const fits = digits !== text && /^\d{1,20}$/.test(digits) && check(digits);
  return fits ? `, without a space: ${digits}` : '';
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
