import { ErrorBody, errorResponses } from '../errors.ts';
import type { OpenApi, Operation, Response } from './document.ts';

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
  content: { 'application/json': { schema: ErrorBody } },
};

/** For operations that refuse no request themselves. */
const malformed = errorResponses({ 400: `The request is ${refusals[400]}.` });

/** A description in which every operation also lists the errors that any request may get. */
export function withRefusals<Document extends Pick<OpenApi, 'paths'>>(
  document: Document,
): Document {
  const paths = mapValues(document.paths, methods => mapValues(methods, withRefusal));
  return { ...document, paths };
}

function withRefusal(operation: Operation): Operation {
  return {
    ...operation,
    responses: { ...malformed, ...operation.responses, default: otherRefusal },
  };
}

function mapValues<Value>(record: Readonly<Record<string, Value>>, map: (value: Value) => Value) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
