import { useEffect, useRef, useState } from 'preact/hooks';
import type { PointOfInterest } from '../../../../client/src/types.ts';
import { Button } from '../../tools/form/button.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { KindSymbol } from './kind-symbol.tsx';
import { walkDoubt, walkText } from './on-foot.ts';
import { type KindOfPlaces, placeNames } from './places.ts';

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
        <Button look="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? words.places.showFewer : words.places.showAll(places.length)}
        </Button>
      )}
    </section>
  );
}

interface PlaceRowProps {
  readonly place: PointOfInterest;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

/** A place in the list. Hovering highlights it on the map, and choosing it opens its card there. */
function PlaceRow({ place, isSelected, isHovered, onSelect, onHover }: PlaceRowProps) {
  const { words, format, language } = useLocale();
  const row = useRef<HTMLLIElement>(null);
  const { name, nameLanguage, otherName, otherLanguage } = placeNames(place, language);
  const onFoot = walkText(place, language);
  const doubt = walkDoubt(place, language);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  return (
    <li ref={row}>
      <button
        type="button"
        class={`place ${isSelected || isHovered ? 'is-marked' : ''}`}
        aria-pressed={isSelected}
        onClick={() => onSelect(isSelected ? undefined : place.id)}
        onMouseEnter={() => onHover(place.id)}
        onMouseLeave={() => onHover(undefined)}
        onFocus={() => onHover(place.id)}
        onBlur={() => onHover(undefined)}
      >
        <span class="place-names">
          <span lang={nameLanguage}>{name ?? words.places.unnamed}</span>
          {otherName && (
            <span class="small" lang={otherLanguage}>
              {otherName}
            </span>
          )}
        </span>
        <span class="place-way">
          {place.distance !== null && <span class="figure">{format.distance(place.distance)}</span>}
          {onFoot && <span class="small">{onFoot}</span>}
          {doubt && <span class="small">{doubt}</span>}
        </span>
      </button>
    </li>
  );
}
