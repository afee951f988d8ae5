import { decimalPair } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import type { Suggestion } from './suggestion.ts';

/** A line of the list: the suggestion, and its match level. */
export function SuggestionLine({ suggestion }: { suggestion: Suggestion }) {
  const { words, format, language } = useLocale();
  if (suggestion.kind === 'kaek') {
    return <Line main={suggestion.code} aside={words.search.kaek} isCode />;
  }
  if (suggestion.kind === 'point') {
    const { latitude, longitude, isTurned } = suggestion;
    const aside = isTurned ? words.search.pointTurned : words.search.point;
    return <Line main={decimalPair(latitude, longitude)} aside={aside} isCode />;
  }
  const { formatted_address, formatted_address_en, match } = suggestion.result;
  const distance = words.location.upTo(format.distance(match.accuracy_m));
  return (
    <Line
      main={language === 'el' ? formatted_address : formatted_address_en}
      aside={`${words.location.level[match.level]} · ${distance}`}
    />
  );
}

function Line({ main, aside, isCode = false }: { main: string; aside: string; isCode?: boolean }) {
  return (
    <>
      <span class={isCode ? 'search-main figure' : 'search-main'}>{main}</span>
      <span class="search-aside">{aside}</span>
    </>
  );
}
