import { decimalPair } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import { KaekCode } from '../parcel/kaek-code.tsx';
import type { Found } from './find.ts';

/** The title of the shown subject. */
export function SubjectHead({ found }: { found: Found }) {
  const { words, language } = useLocale();
  const { address, parcel, subject, latitude, longitude } = found;
  const written =
    address && (language === 'el' ? address.formatted_address : address.formatted_address_en);
  const other =
    address && (language === 'el' ? address.formatted_address_en : address.formatted_address);
  if (subject.kind === 'kaek' && parcel) {
    return (
      <div class="subject">
        <p class="eyebrow">{words.parcel.heading}</p>
        <h1>
          <KaekCode code={parcel.kaek} />
        </h1>
        {written && <p class="quiet">{written}</p>}
      </div>
    );
  }
  if (subject.kind === 'point') {
    return (
      <div class="subject">
        <p class="eyebrow">{words.search.point}</p>
        <h1 class="figure">{decimalPair(latitude, longitude)}</h1>
        <p class="quiet">{written ?? words.location.nothingHere}</p>
      </div>
    );
  }
  return (
    <div class="subject">
      <p class="eyebrow">{address && words.location.level[address.match.level]}</p>
      <h1>{written}</h1>
      <p class="quiet" lang={language === 'el' ? 'en' : 'el'}>
        {other}
      </p>
    </div>
  );
}
