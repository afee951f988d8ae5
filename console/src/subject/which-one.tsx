import type { AddressResult } from '../../../client/src/types.ts';
import type { Language } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import type { Choice as Pin } from '../map/choice-pins.ts';
import { addressText, withUnbrokenCode } from './address-text.ts';
import type { Found } from './find.ts';
import type { Subject } from './subject.ts';

interface WhichOneProps {
  readonly found: Found;
  onChoose(subject: Subject): void;
}

/** Asks which address is meant, in place of a property that may be the wrong one. */
export function WhichOne({ found, onChoose }: WhichOneProps) {
  const { words } = useLocale();
  const { address, others = [], subject } = found;
  if (!address || subject.kind !== 'address') return null;
  const { heading, several, unsure, hint } = words.whichOne;
  const count = others.length + 1;
  const isUnderstood = address.match.faults.every(({ field }) => field === 'house_number');
  return (
    <section class="welcome which-one">
      <h1>{heading}</h1>
      <p role="status">{isUnderstood && count > 1 ? several(count) : unsure(count)}</p>
      <ul>
        {[address, ...others].map((one, index) => (
          <li key={one.id ?? one.formatted_address}>
            <button
              type="button"
              class="example"
              onClick={() => onChoose(chosenSubject(subject.address, one))}
            >
              <span class="map-pin" aria-hidden="true">
                {index + 1}
              </span>
              <Choice address={one} />
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">{hint}</p>
    </section>
  );
}

/** The addresses as pins of the map, in the order of the list. */
export function choicesOf(
  { address, others = [], subject }: Found,
  language: Language,
  onChange: (change: { readonly subject: Subject }) => void,
): Pin[] {
  if (!address || subject.kind !== 'address') return [];
  return [address as AddressResult, ...others].map(one => ({
    latitude: one.latitude,
    longitude: one.longitude,
    label: addressText(one, language),
    choose: () => onChange({ subject: chosenSubject(subject.address, one) }),
  }));
}

function Choice({ address }: { address: AddressResult }) {
  const { words, format, language } = useLocale();
  const { level, confidence, accuracy_m } = address.match;
  const { street, regional_unit } = language === 'el' ? address.components : address.components_en;
  const facts = [
    // Villages of one name differ by it.
    street === null &&
      regional_unit &&
      `${words.location.component.regional_unit} ${regional_unit}`,
    words.location.level[level],
    `${words.location.confidence} ${format.percent(confidence)}`,
    `±${format.distance(accuracy_m)}`,
  ];
  return (
    <>
      <span class="strong">{withUnbrokenCode(addressText(address, language))}</span>
      <span class="small">
        {facts.filter(Boolean).map(fact => (
          <span key={fact} class="fact">
            {fact}
          </span>
        ))}
      </span>
    </>
  );
}

/** The typed text stays, so that the other addresses are still offered. */
function chosenSubject(typed: string, { id, formatted_address }: AddressResult): Subject {
  return id === null
    ? { kind: 'address', address: formatted_address }
    : { kind: 'address', address: typed, id };
}

/** The other addresses that the text may mean, as buttons. */
export function AlsoPossible({ found, onChoose }: WhichOneProps) {
  const { words, language } = useLocale();
  const { others = [], subject } = found;
  if (others.length === 0 || subject.kind !== 'address') return null;
  return (
    <section class="block">
      <h2>{words.whichOne.also}</h2>
      <ul class="also-possible">
        {others.map(one => (
          <li key={one.id ?? one.formatted_address}>
            <button
              type="button"
              class="link-button"
              onClick={() => onChoose(chosenSubject(subject.address, one))}
            >
              {withUnbrokenCode(addressText(one, language))}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
