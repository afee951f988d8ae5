import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../asking/client.tsx';
import { readQuery } from './read-query.ts';
import { type Suggestion, suggest } from './suggestion.ts';

/** A pause in typing after which the service is asked; the answer should be there within 100 ms. */
const pauseMs = 25;

/** Suggestions, and the text they are for. */
export interface Suggestions {
  readonly text: string;
  readonly list: readonly Suggestion[];
}

/**
 * Suggestions for a text while it is being typed. The former ones stay until the next have come,
 * so that the list does not flicker; undefined asks nothing.
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
      // A failure is told by the search itself, once it is asked for.
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
