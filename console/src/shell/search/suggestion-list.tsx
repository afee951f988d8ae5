import { useLocale } from '../../tools/language/language.tsx';
import { keyOf, type Suggestion } from './suggestion.ts';
import { SuggestionLine } from './suggestion-line.tsx';

interface SuggestionListProps {
  /** The id of the search box: the ids of the list and its options begin with it. */
  readonly id: string;
  readonly list: readonly Suggestion[];
  /** The index of the selected suggestion; -1 for none. */
  readonly active: number;
  onChoose(suggestion: Suggestion): void;
}

/** The suggestions below the search box, which keeps the focus. */
export function SuggestionList({ id, list, active, onChoose }: SuggestionListProps) {
  const { words } = useLocale();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={words.search.suggestions}>
      {list.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keyboard, by aria-activedescendant.
        <div
          key={keyOf(suggestion)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          class="search-option"
          aria-selected={index === active}
          // A blur of the box would close the list before the click arrives.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <SuggestionLine suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}
