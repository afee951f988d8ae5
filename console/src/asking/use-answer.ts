import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** A question to the service, from asking to its answer. */
export type Asked<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly answer: T }
  | { readonly state: 'failed'; readonly failure: unknown };

const idle = { state: 'idle' } as const;

/**
 * Asks whenever the key changes, giving up what was asked before; nothing is asked while the key
 * is undefined. The second value asks the same again.
 */
export function useAnswer<T>(
  key: string | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): [asked: Asked<T>, again: () => void] {
  const [asked, setAsked] = useState<{ key: string | undefined; asked: Asked<T> }>();
  const [round, setRound] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;

  // Another round asks the same again.
  useEffect(() => {
    if (key === undefined) return undefined;
    const giveUp = new AbortController();
    const settle = (outcome: Asked<T>) => {
      if (!giveUp.signal.aborted) setAsked({ key, asked: outcome });
    };
    setAsked({ key, asked: { state: 'waiting' } });
    latest.current(giveUp.signal).then(
      answer => settle({ state: 'answered', answer }),
      failure => settle({ state: 'failed', failure }),
    );
    return () => giveUp.abort();
  }, [key, round]);

  const again = useCallback(() => setRound(before => before + 1), []);
  if (key === undefined) return [idle, again];
  // Until the effect has run, the answer at hand is that of the former key.
  return [asked?.key === key ? asked.asked : { state: 'waiting' }, again];
}
