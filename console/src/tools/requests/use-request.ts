import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../../client/src/client.ts';

/** The time limit of a call: on a slow device the first drawing of the map delays answers by seconds. */
export const callTimeoutMs = 30_000;

export const ClientContext = createContext<Client | undefined>(undefined);

/** The client of both services. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient: expected a component inside ClientContext');
  return client;
}

/** The state of a request to the service. */
export type RequestState<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly answer: T }
  | { readonly state: 'failed'; readonly failure: unknown };

const idle = { state: 'idle' } as const;

/**
 * Sends a request whenever the key changes, and aborts the one before. Sends nothing while the key is
 * undefined. The second value sends the same request again.
 */
export function useRequest<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): [request: RequestState<T>, retry: () => void] {
  const [last, setLast] = useState<{ key: string | undefined; request: RequestState<T> }>();
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;

  // `round` changes at a retry.
  useEffect(() => {
    if (key === undefined) return undefined;
    const abort = new AbortController();
    const settle = (outcome: RequestState<T>) => {
      if (!abort.signal.aborted) setLast({ key, request: outcome });
    };
    setLast({ key, request: { state: 'waiting' } });
    latest.current(abort.signal).then(
      answer => settle({ state: 'answered', answer }),
      failure => settle({ state: 'failed', failure }),
    );
    return () => abort.abort();
  }, [key, round]);

  const retry = useCallback(() => setRound(before => before + 1), []);
  if (key === undefined) return [idle, retry];
  // Until the effect has run, the state belongs to the previous key.
  return [last?.key === key ? last.request : { state: 'waiting' }, retry];
}

/** The state of a request; while it is repeated for the same subject, the answer before. */
export function useLastAnswer<T>(request: RequestState<T>, subject: unknown): RequestState<T> {
  const key = JSON.stringify(subject);
  const last = useRef({ key, request });
  const { key: lastKey, request: before } = last.current;
  const isRepeated = request.state === 'waiting' && before.state === 'answered' && lastKey === key;
  if (!isRepeated) last.current = { key, request };
  return last.current.request;
}
