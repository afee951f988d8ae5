import { useEffect, useState } from 'preact/hooks';
import { useLocale } from '../../tools/language/language.tsx';
import type { KindOfPlaces } from './by-kind.ts';
import { KindSymbol } from './kind-symbol.tsx';
import { PlaceRow } from './place-row.tsx';

/** The number of places of a kind that are shown at first. */
const first = 3;

interface KindSectionProps extends KindOfPlaces {
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

/** The places of one kind. */
export function KindSection({ kind, places, selected, hovered, ...on }: KindSectionProps) {
  const { words } = useLocale();
  const [isWhole, setIsWhole] = useState(false);
  const isSelectedBeyond = places.findIndex(({ id }) => id === selected) >= first;
  useEffect(() => {
    // A place chosen on the map must have a visible row.
    if (isSelectedBeyond) setIsWhole(true);
  }, [isSelectedBeyond]);
  return (
    <section class="kind">
      <h3>
        <KindSymbol kind={kind} />
        <span>{words.kinds[kind]}</span>
        <span class="count">{places.length}</span>
      </h3>
      <ul>
        {(isWhole ? places : places.slice(0, first)).map(place => (
          <PlaceRow
            key={place.id}
            place={place}
            isSelected={place.id === selected}
            isHovered={place.id === hovered}
            {...on}
          />
        ))}
      </ul>
      {places.length > first && (
        <button
          type="button"
          class="link-button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? words.places.showFewer : words.places.showAll(places.length)}
        </button>
      )}
    </section>
  );
}
