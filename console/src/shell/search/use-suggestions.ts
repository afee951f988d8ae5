import { useEffect, useRef, useState } from 'preact/hooks';
import { useClient } from '../../tools/requests/use-request.ts';
import { readQuery } from './read-query.ts';
import { type Bias, type Suggestion, suggest } from './suggestion.ts';

/** The pause in typing before a request; the response should arrive within 100 ms. */
const pauseMs = 25;

/** Suggestions, and the text for which they were made. */
export interface Suggestions {
  readonly text: string;
  readonly list: readonly Suggestion[];
  /** Why there are no suggestions. */
  readonly failure?: unknown;
}

/**
 * Suggestions for a text while it is typed. The previous ones stay until the next have arrived, so
 * that the list does not flicker. Undefined sends no request.
 */
export function useSuggestions(
  text: string | undefined,
  bias: () => Bias,
): Suggestions | undefined {
  const client = useClient();
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const latestBias = useRef(bias);
  latestBias.current = bias;

  useEffect(() => {
    if (text === undefined) {
      setSuggestions(undefined);
      return undefined;
    }
    const giveUp = new AbortController();
    const settle = (found: Omit<Suggestions, 'text'>) => {
      if (!giveUp.signal.aborted) setSuggestions({ text, ...found });
    };
    const timer = setTimeout(() => {
      suggest(client, readQuery(text), latestBias.current(), giveUp.signal).then(
        list => settle({ list }),
        failure => settle({ list: [], failure }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [client, text]);

  return text === undefined ? undefined : suggestions;
}
