import { useEffect, useRef } from 'preact/hooks';
import type { PointOfInterest } from '../../../../client/src/types.ts';
import { useLocale } from '../../tools/language/language.tsx';
import { walkText } from './on-foot.ts';
import { placeNames } from './place-names.ts';

interface PlaceRowProps {
  readonly place: PointOfInterest;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

/** A place in the list. Hovering highlights it on the map, and choosing it opens its card there. */
export function PlaceRow({ place, isSelected, isHovered, onSelect, onHover }: PlaceRowProps) {
  const { words, format, language } = useLocale();
  const row = useRef<HTMLLIElement>(null);
  const { name, nameLanguage, otherName, otherLanguage } = placeNames(place, language);
  const onFoot = walkText(place, language);
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
        </span>
      </button>
    </li>
  );
}
