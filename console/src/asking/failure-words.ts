import { KtimaApiError } from '../../../client/src/client.ts';
import type { Words } from '../language/el.ts';

/** A failure in words: what it means to a reader, and what the service said of it. */
export interface FailureWords {
  readonly text: string;
  /** The service's own sentence, in English. */
  readonly detail?: string;
  readonly requestId?: string;
}

/** Words for whatever a call rejected with. */
export function failureWords(failure: unknown, { failure: words }: Words): FailureWords {
  if (!(failure instanceof KtimaApiError)) return { text: words.broken };
  const { reason, status, message, requestId } = failure;
  if (reason === 'network') return { text: words.network };
  if (reason === 'timeout') return { text: words.timeout };
  const text = textOf(status, words);
  return { text, detail: message, ...(status >= 500 && requestId && { requestId }) };
}

function textOf(status: number, words: Words['failure']): string {
  if (status === 401) return words.signIn;
  if (status === 404) return words.notFound;
  if (status === 429 || status === 503) return words.busy;
  return status >= 500 ? words.broken : words.refused;
}

/** Whether the service said that it has no such thing. */
export function isNotFound(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.status === 404;
}

/** Whether the service wants a token, or another one. */
export function isUnauthenticated(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.status === 401;
}

/** Whether the service has no rate for a postal code and type. */
export function isNoMapping(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.status === 422;
}
