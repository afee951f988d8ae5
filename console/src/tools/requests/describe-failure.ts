import { KtimaApiError } from '../../../../client/src/client.ts';
import { errorTypes } from '../../../../client/src/error-types.ts';
import type { Words } from '../language/el.ts';

/** A failure as text: what it means to the user, and the service's message. */
interface FailureText {
  readonly text: string;
  /** The service's message, in English. */
  readonly detail?: string;
  readonly requestId?: string;
  /** Whether the same request may succeed later. */
  readonly canRetry: boolean;
}

/** The text for an error of a client call. */
export function describeFailure(failure: unknown, { failure: words }: Words): FailureText {
  if (!(failure instanceof KtimaApiError)) return { text: words.broken, canRetry: true };
  const { reason, status, type, message, requestId } = failure;
  if (isSignInDown(failure)) return { text: words.signInDown, detail: message, canRetry: true };
  if (reason === 'network') return { text: words.network, canRetry: true };
  if (reason === 'timeout') return { text: words.timeout, canRetry: true };
  const text = (type && textOfType(type, words)) ?? textOf(status, words);
  const canRetry = status === 401 || status === 429 || status >= 500;
  return { text, detail: message, canRetry, ...(status >= 500 && requestId && { requestId }) };
}

/** Whether the service for sign-ins is down; the rest of the console works without it. */
function isSignInDown({ host, status, message }: KtimaApiError): boolean {
  const isUncheckable = status === 503 && message.startsWith('tokens cannot be checked');
  return isUncheckable || (host === 'auth' && (status === 0 || status >= 500));
}

/** What a portfolio needs first. */
function textOfType(type: string, words: Words['failure']): string | undefined {
  if (type === errorTypes.no_room) return words.noRoom;
  return type === errorTypes.still_running ? words.stillRunning : undefined;
}

function textOf(status: number, words: Words['failure']): string {
  if (status === 401) return words.signIn;
  if (status === 404) return words.notFound;
  if (status === 429) return words.limit;
  if (status === 503) return words.busy;
  return status >= 500 ? words.broken : words.refused;
}

/** Whether no answer arrived at all. */
export function isOffline(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.reason === 'network';
}

/** Whether the service responded 404. */
export function isNotFound(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.status === 404;
}

/** Whether the service responded 401: the token is missing or rejected. */
export function isUnauthenticated(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.status === 401;
}

/** Whether the service responded 422: it has no rate for the postal code and type. */
export function isNoMapping(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.status === 422;
}
