import { elot743 } from '#domain/geocoder/text/elot.ts';
import { decimalPair } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.tsx';
import { isOutside, type ServiceSuggestion, type Suggestion, shownKind } from './suggestion.ts';

/** A line of the list: the suggestion, and its kind. */
export function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  const { words } = useLocale();
  if (suggestion.kind === 'service') return <ServiceLine found={suggestion.found} />;
  if (suggestion.kind === 'kaek') {
    return <Line main={suggestion.code} aside={words.search.kaek} isCode />;
  }
  const { latitude, longitude, isTurned } = suggestion;
  const { point, pointOutside, pointTurned } = words.search;
  const aside = isOutside(suggestion) ? pointOutside : isTurned ? pointTurned : point;
  return <Line main={decimalPair(latitude, longitude)} aside={aside} isCode />;
}

function ServiceLine({ found }: { found: ServiceSuggestion }) {
  const { words, language } = useLocale();
  const { kind, text, text_en, also, components } = found;
  const written = language === 'el' ? text : text_en;
  const { kaek, point, officially } = words.search;
  const kinds = { ...words.search.kinds, parcel: kaek, coordinates: point };
  const isCode = kind === 'parcel' || kind === 'coordinates';
  // A place is known by its own name: its kind alone would be the same for all of a list.
  if (also === null || kind === 'place')
    return <Line main={written} aside={kinds[shownKind(found)]} isCode={isCode} />;
  const number = components.house_number === null ? '' : ` ${components.house_number}`;
  const alias = language === 'el' ? also : elot743(also);
  return <Line main={`${alias}${number}`} aside={officially(written)} />;
}

function Line({ main, aside, isCode = false }: { main: string; aside: string; isCode?: boolean }) {
  return (
    <>
      <span class={isCode ? 'search-main figure' : 'search-main'}>{main}</span>
      <span class="search-aside">{aside}</span>
    </>
  );
}
