import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../requests/client.tsx';
import { readQuery } from './read-query.ts';
import { type Suggestion, suggest } from './suggestion.ts';

/** The pause in typing before a request; the response should arrive within 100 ms. */
const pauseMs = 25;

/** Suggestions, and the text for which they were made. */
export interface Suggestions {
  readonly text: string;
  readonly list: readonly Suggestion[];
}

/**
 * Suggestions for a text while it is typed. The previous ones stay until the next have arrived, so
 * that the list does not flicker. Undefined sends no request.
 */
export function useSuggestions(text: string | undefined): Suggestions | undefined {
  const client = useClient();
  const [suggestions, setSuggestions] = useState<Suggestions>();

  useEffect(() => {
    if (text === undefined) {
      setSuggestions(undefined);
      return undefined;
    }
    const giveUp = new AbortController();
    const timer = setTimeout(async () => {
      // A failure is not shown here: the search itself will show it.
      const list = await suggest(client, readQuery(text), giveUp.signal).catch(() => []);
      if (!giveUp.signal.aborted) setSuggestions({ text, list });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [client, text]);

  return text === undefined ? undefined : suggestions;
}
