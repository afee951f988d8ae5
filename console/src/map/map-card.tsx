import type { PointOfInterest } from '../../../client/src/client.ts';
import type { Position } from '../../../src/geo/polygon.ts';
import { useLocale } from '../language/language.tsx';
import { KindSymbol } from '../places/kind-symbol.tsx';
import { placeNames } from '../places/place-names.ts';

interface MapCardProps {
  readonly place: PointOfInterest;
  pixelOf(position: Position): { readonly x: number; readonly y: number };
  /** Without it the card has no close button. */
  readonly onClose?: () => void;
}

/** A card over the map that describes a place. */
export function MapCard({ place, pixelOf, onClose }: MapCardProps) {
  const { words, format, language } = useLocale();
  if (place.latitude === null || place.longitude === null) return null;
  const { x, y } = pixelOf([place.longitude, place.latitude]);
  const { name, otherName, nameLanguage, otherLanguage } = placeNames(place, language);
  return (
    <div class="map-card" style={{ left: `${x}px`, top: `${y}px` }} role="note">
      <p class="map-card-kind">
        <KindSymbol kind={place.place_type} />
        {words.kinds[place.place_type]}
      </p>
      <p class="strong" lang={nameLanguage}>
        {name ?? words.places.unnamed}
      </p>
      {otherName && <p lang={otherLanguage}>{otherName}</p>}
      {place.distance !== null && <p class="figure">{format.distance(place.distance)}</p>}
      {onClose && (
        <button type="button" class="map-card-close" aria-label={words.close} onClick={onClose}>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}
