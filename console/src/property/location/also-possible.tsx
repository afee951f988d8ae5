import type { Language } from '#tools/notation/languages.ts';
import type { Address } from '../../../../client/src/types.ts';
import { addressText, withUnbrokenCode } from '../../state/subject/address-text.ts';
import type { Found } from '../../state/subject/find.ts';
import type { Subject } from '../../state/subject/subject.ts';
import { Button } from '../../tools/form/button.tsx';
import { useLocale } from '../../tools/language/language.ts';
import type { Choice } from '../map/draw/draw-model.ts';

interface AlsoPossibleProps {
  readonly found: Found;
  onChoose(subject: Subject): void;
}

/** The typed text stays, so that the other addresses are still offered. */
export function chosenSubject(typed: string, { id, formatted_address }: Address): Subject {
  return id === null
    ? { kind: 'address', address: formatted_address }
    : { kind: 'address', address: typed, id };
}

/** The other addresses that the text may mean, as buttons. */
export function AlsoPossible({ found, onChoose }: AlsoPossibleProps) {
  const { words, language } = useLocale();
  const { others = [], subject } = found;
  if (others.length === 0 || subject.kind !== 'address') return null;
  return (
    <section class="block">
      <h2>{words.whichOne.also}</h2>
      <ul class="also-possible">
        {others.map(one => (
          <li key={one.id ?? one.formatted_address}>
            <Button look="link" onClick={() => onChoose(chosenSubject(subject.address, one))}>
              {withUnbrokenCode(addressText(one, language))}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The addresses as pins of the map, in the order of the list. */
export function choicesOf(
  { address, others = [], subject }: Found,
  language: Language,
  onChange: (change: { readonly subject: Subject }) => void,
): Choice[] {
  if (!address || subject.kind !== 'address') return [];
  return [address as Address, ...others].map(one => ({
    latitude: one.latitude,
    longitude: one.longitude,
    label: addressText(one, language),
    choose: () => onChange({ subject: chosenSubject(subject.address, one) }),
  }));
}
