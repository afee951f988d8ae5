import '../../tools/design/choices.css';
import type { Address } from '../../../../client/src/types.ts';
import { addressText, withUnbrokenCode } from '../../state/subject/address-text.ts';
import type { Found } from '../../state/subject/find.ts';
import type { Subject } from '../../state/subject/subject.ts';
import { useLocale } from '../../tools/language/language.ts';
import { chosenSubject } from './also-possible.tsx';

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
              <Choice address={one} all={[address, ...others]} />
            </button>
          </li>
        ))}
      </ul>
      <p class="quiet">{hint}</p>
    </section>
  );
}

interface ChoiceProps {
  readonly address: Address;
  readonly all: readonly Address[];
}

/** An address with the facts by which it differs from the others. */
function Choice({ address, all }: ChoiceProps) {
  const { words, format, language } = useLocale();
  const factsOf = ({ match, components, components_en }: Address) => {
    const { regional_unit } = language === 'el' ? components : components_en;
    return [
      regional_unit && `${words.location.component.regional_unit} ${regional_unit}`,
      words.location.level[match.level],
      `${words.location.confidence} ${format.percent(match.confidence)}`,
      `±${format.distance(match.accuracy_m)}`,
    ];
  };
  const others = all.map(factsOf);
  const isAlike = (at: number) => others.every(other => other[at] === others[0]![at]);
  const facts = factsOf(address).filter((_, at) => all.length === 1 || !isAlike(at));
  return (
    <>
      <span class="strong">{withUnbrokenCode(addressText(address, language))}</span>
      <span class="small">
        {facts.filter(Boolean).map(fact => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
    </>
  );
}
