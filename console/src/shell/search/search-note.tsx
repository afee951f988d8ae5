import type { Words } from '../../tools/language/el.ts';
import { useLocale } from '../../tools/language/language.ts';
import { describeFailure } from '../../tools/requests/describe-failure.ts';
import { type Query, readQuery } from './read-query.ts';
import type { Suggestions } from './use-suggestions.ts';

interface SearchNoteProps {
  readonly typed: string;
  readonly suggestions: Suggestions | undefined;
}

/** The line below the suggestions: why there are none, or that a code is incomplete. */
export function SearchNote({ typed, suggestions }: SearchNoteProps) {
  const { words } = useLocale();
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
  const note = noteOf(readQuery(typed), suggestions.list.length === 0, words.search);
  return note ? (
    <p class="search-note" role="status">
      {note}
    </p>
  ) : null;
}

function noteOf(query: Query, isEmpty: boolean, search: Words['search']): string | undefined {
  if (query.kind === 'nothing') return search.more;
  if (query.kind === 'unreadable') return search.unreadable[query.why];
  if (query.kind !== 'kaekStart') return isEmpty ? search.none : undefined;
  const soFar = search.kaekStart(query.length);
  return isEmpty ? `${search.noParcel} ${soFar}` : `${soFar} ${search.kaekNext}`;
}
