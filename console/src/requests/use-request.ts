import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

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
): [asked: RequestState<T>, retry: () => void] {
  const [asked, setAsked] = useState<{ key: string | undefined; asked: RequestState<T> }>();
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;

  // `round` changes at a retry.
  useEffect(() => {
    if (key === undefined) return undefined;
    const abort = new AbortController();
    const settle = (outcome: RequestState<T>) => {
      if (!abort.signal.aborted) setAsked({ key, asked: outcome });
    };
    setAsked({ key, asked: { state: 'waiting' } });
    latest.current(abort.signal).then(
      answer => settle({ state: 'answered', answer }),
      failure => settle({ state: 'failed', failure }),
    );
    return () => abort.abort();
  }, [key, round]);

  const retry = useCallback(() => setRound(before => before + 1), []);
  if (key === undefined) return [idle, retry];
  // Until the effect has run, the state belongs to the previous key.
  return [asked?.key === key ? asked.asked : { state: 'waiting' }, retry];
}
