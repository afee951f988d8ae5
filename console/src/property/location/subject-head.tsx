import type { Address } from '../../../../client/src/types.ts';
import {
  addressText,
  metresAway,
  nearestAddressText,
  withUnbrokenCode,
} from '../../state/subject/address-text.ts';
import type { Found } from '../../state/subject/find.ts';
import { decimalPair } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.ts';

/** The title of the shown subject. */
export function SubjectHead({ found }: { found: Found }) {
  const locale = useLocale();
  const { words, language } = locale;
  const { address, place, parcel, subject, latitude, longitude } = found;
  const written =
    address &&
    withUnbrokenCode(
      nearestAddressText(addressText(address, language), metresAway(address), locale),
    );
  if (subject.kind === 'kaek' && parcel) {
    return (
      <div class="subject">
        <p class="eyebrow">{words.parcel.heading}</p>
        <h1 class="figure">{parcel.kaek}</h1>
        {written && <p class="quiet">{written}</p>}
      </div>
    );
  }
  if (subject.kind === 'point' && !place) {
    return (
      <div class="subject">
        <p class="eyebrow">{words.search.point}</p>
        <h1 class="figure">{decimalPair(latitude, longitude)}</h1>
        <p class="quiet">{written ?? words.location.nothingHere}</p>
      </div>
    );
  }
  const shown = place ?? address;
  return shown ? <AddressHead address={shown} /> : null;
}

function AddressHead({ address }: { address: Address }) {
  const { words, language } = useLocale();
  const greek = withUnbrokenCode(address.formatted_address);
  const latin = withUnbrokenCode(addressText(address, 'en'));
  return (
    <div class="subject">
      <p class="eyebrow">{words.location.level[address.match.level]}</p>
      <h1>{language === 'el' ? greek : latin}</h1>
      <p class="quiet" lang={language === 'el' ? 'en' : 'el'}>
        {language === 'el' ? latin : greek}
      </p>
    </div>
  );
}
