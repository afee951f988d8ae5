import { useLocale } from '../language/language.tsx';
import { describeFailure } from '../requests/describe-failure.ts';
import { readQuery } from './read-query.ts';
import type { Suggestions } from './use-suggestions.ts';

interface SearchNoteProps {
  readonly typed: string;
  readonly suggestions: Suggestions | undefined;
}

/** The line below the suggestions: why there are none, or that a code is incomplete. */
export function SearchNote({ typed, suggestions }: SearchNoteProps) {
  const { words } = useLocale();
  const { search } = words;
  if (!suggestions) return <p class="search-note search-wait">{words.loading}</p>;
  if (suggestions.failure !== undefined) {
    return (
      <p class="search-note search-failed" role="alert">
        {describeFailure(suggestions.failure, words).text}
      </p>
    );
  }
  // The suggestions still belong to an earlier text.
  if (suggestions.text !== typed) return null;
  const query = readQuery(typed);
  const isEmpty = suggestions.list.length === 0;
  const note =
    query.kind === 'unreadable'
      ? search.unreadable[query.why]
      : query.kind === 'nothing'
        ? search.more
        : query.kind === 'kaekStart'
          ? `${isEmpty ? `${search.noParcel} ` : ''}${search.kaekStart(query.length)}`
          : isEmpty && search.none;
  return note ? (
    <p class="search-note" role="status">
      {note}
    </p>
  ) : null;
}
