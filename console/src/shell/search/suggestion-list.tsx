import { elot743 } from '#domain/geocoder/text/elot.ts';
import { decimalPair } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.ts';
import {
  isOutside,
  keyOf,
  type ServiceSuggestion,
  type Suggestion,
  shownKind,
} from './suggestion.ts';

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

/** A line of the list: the suggestion, and its kind. */
function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  const { words } = useLocale();
  if (suggestion.kind === 'service') return <ServiceLine found={suggestion.found} />;
  if (suggestion.kind === 'kaek') {
    return <Line main={suggestion.code} aside={words.search.kaek} />;
  }
  const { latitude, longitude, isTurned } = suggestion;
  const { point, pointOutside, pointTurned } = words.search;
  const aside = isOutside(suggestion) ? pointOutside : isTurned ? pointTurned : point;
  return <Line main={decimalPair(latitude, longitude)} aside={aside} />;
}

function ServiceLine({ found }: { found: ServiceSuggestion }) {
  const { words, language } = useLocale();
  const { kind, text, text_en, also, components } = found;
  const written = language === 'el' ? text : text_en;
  const { kaek, point, officially } = words.search;
  const kinds = { ...words.search.kinds, parcel: kaek, coordinates: point };
  // A place is known by its own name: its kind alone would be the same for all of a list.
  if (also === null || kind === 'place')
    return <Line main={written} aside={kinds[shownKind(found)]} />;
  const number = components.house_number === null ? '' : ` ${components.house_number}`;
  const alias = language === 'el' ? also : elot743(also);
  return <Line main={`${alias}${number}`} aside={officially(written)} />;
}

function Line({ main, aside }: { main: string; aside: string }) {
  return (
    <>
      <span class="search-main">{main}</span>
      <span class="search-aside">{aside}</span>
    </>
  );
}
