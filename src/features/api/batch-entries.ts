import type { FastifyRequest } from 'fastify';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { errorTypes } from '#http/errors/error-types.ts';
import { optional, textOrNull } from '#http/openapi/wire-types.ts';
import {
  describeError,
  ErrorBody,
  errorBody,
  errorResponses,
  ProblemBody,
  wantsProblem,
} from '#http/server/error-answers.ts';
import { compileValidator } from '#http/server/validation.ts';
import { KtimaError } from '#tools/errors.ts';

/** The largest number of entries in a batch. */
export const mostEntries = 100;

/** A list of 1 to 100 `requests`, each with the parameters of the operation for one. */
export function requestsOf<Schema extends TObject>(entry: Schema) {
  return Type.Array(entry, {
    minItems: 1,
    maxItems: mostEntries,
    'x-expected': `a list of 1 to ${mostEntries} requests`,
    description: `1 to ${mostEntries} requests, each with the parameters of the operation for one.`,
  });
}

/**
 * A validator compiler for the body of a batch. It checks the list and the other fields, but not the
 * entries: each entry is checked later, so that its error is at its place.
 */
export function checkOutline(body: TObject, list: string): typeof compileValidator {
  const { properties } = body;
  const entries = { ...properties[list], items: Type.Unknown() } as TSchema;
  const outline = Type.Object({ ...properties, [list]: entries }, { additionalProperties: false });
  return route => compileValidator({ ...route, schema: outline });
}

/** Returns entries that are as their schema says; throws INVALID_INPUT for others. */
export function entryReader<Schema extends TObject>(schema: Schema, compile = compileValidator) {
  const check = compile({ schema, method: '', url: '', httpPart: 'body' });
  return (entry: unknown): Static<Schema> => {
    const { error } = check(entry) as { error?: Error };
    if (!error) return entry as Static<Schema>;
    throw asEntry(error as KtimaError);
  };
}

/** The caller's own id of an entry, in a request. */
export const Reference = optional.text('Your own id of it, returned with the answer.', {
  maxLength: 64,
});

/** The same in an answer. */
export const SentReference = textOrNull('As it was sent; null if it was not.');

/** The reference of an entry, also of an invalid one. */
export function referenceOf(entry: unknown): string | null {
  const { reference } = Object(entry) as { reference?: unknown };
  return typeof reference === 'string' ? reference.slice(0, 64) : null;
}

/** The error with the entry as the request, whose body it would be alone. */
function asEntry(error: KtimaError): KtimaError {
  const { faults } = error;
  if (faults[0]?.field !== 'request body') return error;
  const message = error.message.replace(/^request body/, 'request');
  return new KtimaError(error.code, message, { faults: [{ ...faults[0], field: '', message }] });
}

/** The error of an entry on the wire. */
export const EntryFailure = Type.Unsafe<Static<typeof ErrorBody> | null>({
  anyOf: [ErrorBody, ProblemBody, { type: 'null' }],
  description:
    'The error that this request would have got alone, with its status, in the form that `Accept` ' +
    'names; null if there is none.',
});

/**
 * The result of an entry, or the error that it would have got alone, in the form that the request
 * asks for. Other errors are thrown.
 */
export async function orFailure<T>(request: FastifyRequest, work: () => T | Promise<T>) {
  try {
    return { found: await work(), failure: null };
  } catch (error) {
    const described = describeError(error);
    const { kind } = described;
    if (errorTypes[kind].status >= 500 && kind !== 'batch_full') throw error;
    return { found: null, failure: errorBody(described, wantsProblem(request)) };
  }
}

/** The errors of a batch as a whole, beside those of its entries. */
export const batchErrors = errorResponses({
  400: 'The list is missing, empty or too long, or the body has an unknown field.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
});
