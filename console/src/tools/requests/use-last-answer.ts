import { useRef } from 'preact/hooks';
import type { RequestState } from './use-request.ts';

/** The state of a request; while it is repeated for the same subject, the answer before. */
export function useLastAnswer<T>(request: RequestState<T>, subject: unknown): RequestState<T> {
  const key = JSON.stringify(subject);
  const last = useRef({ key, request });
  const { key: lastKey, request: before } = last.current;
  const isRepeated = request.state === 'waiting' && before.state === 'answered' && lastKey === key;
  if (!isRepeated) last.current = { key, request };
  return last.current.request;
}
