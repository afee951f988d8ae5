import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import type { PointOfInterest } from '../../../../client/src/types.ts';
import { CloseButton } from '../../tools/form/button.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { KindSymbol } from '../places/kind-symbol.tsx';
import { walkText } from '../places/on-foot.ts';
import { placeNames } from '../places/places.ts';
import { cardPosition } from './card-position.ts';

interface MapCardProps {
  readonly place: PointOfInterest;
  pixelOf(position: Position): { readonly x: number; readonly y: number };
  /** Without it the card has no close button. */
  readonly onClose?: () => void;
}

/** A card over the map that describes a place. */
export function MapCard({ place, pixelOf, onClose }: MapCardProps) {
  const { words, format, language } = useLocale();
  const card = useRef<HTMLDivElement>(null);
  const { latitude, longitude } = place;
  const pixel =
    latitude === null || longitude === null ? undefined : pixelOf([longitude, latitude]);
  // After every render: the map has moved, or the card has another text.
  useLayoutEffect(() => {
    const { current } = card;
    if (current && pixel) moveCard(current, pixel);
  });
  if (!pixel) return null;
  const { name, otherName, nameLanguage, otherLanguage } = placeNames(place, language);
  const onFoot = walkText(place, language);
  return (
    <div ref={card} class="map-card" role="note">
      <p class="map-card-kind">
        <KindSymbol kind={place.place_type} />
        {words.kinds[place.place_type]}
      </p>
      <p class="strong" lang={nameLanguage}>
        {name ?? words.places.unnamed}
      </p>
      {otherName && <p lang={otherLanguage}>{otherName}</p>}
      {place.distance !== null && <p>{format.distance(place.distance)}</p>}
      {onFoot && <p>{onFoot}</p>}
      {onClose && <CloseButton isOverMap onClick={onClose} />}
    </div>
  );
}

function moveCard(card: HTMLElement, pixel: { readonly x: number; readonly y: number }): void {
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const { clientWidth: width, clientHeight: height } = card.parentElement!;
  const { left, top } = cardPosition(pixel, size, { width, height });
  Object.assign(card.style, { left: `${left}px`, top: `${top}px` });
}
