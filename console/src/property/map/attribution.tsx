import { useContext, useState } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import { readStoredChoice, storeChoice } from '../../tools/browser/stored-choice.ts';
import { useLocale } from '../../tools/language/language.ts';
import { attributionText } from '../../tools/language/source-name.ts';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import { MapLook } from './style/map-look.ts';
import { readAttributions } from './style/tile-description.ts';

interface AttributionProps {
  readonly hasPlaces?: boolean;
  readonly hasImagery?: boolean;
  /** The sources and licences of the zones that are drawn. */
  readonly zones?: string | undefined;
  /** A position on the map. */
  readonly at: Position | undefined;
}

/** The attribution of the map's background, its parcels, its places and its zones. */
export function Attribution({ hasPlaces, hasImagery, zones, at }: AttributionProps) {
  const client = useClient();
  const { settings } = useContext(MapLook);
  const { words } = useLocale();
  // A small map can be without them once they were seen.
  const [isOpen, setIsOpen] = useState(() => readStoredChoice('map sources') !== 'folded');
  const isOwn = !settings.style_url && !settings.tiles_url;
  const [tiles] = useRequest(`${isOwn}`, signal => readAttributions(isOwn, signal));
  const [loaded] = useRequest(hasPlaces || isOwn ? 'sources' : undefined, signal =>
    client.readiness({ signal }),
  );
  const layers = loaded.state === 'answered' ? loaded.answer.layers : [];
  const places = layers.filter(({ layer, rows }) => hasPlaces && layer === 'places' && rows > 0);
  const hasStreets = layers.some(({ layer, rows }) => layer === 'map' && rows > 0);
  const lacksStreets = isOwn && loaded.state === 'answered' && !hasStreets;
  const text = attributionText(
    [
      { text: settings.attribution ?? '' },
      { text: (hasImagery && settings.imagery_attribution) || '' },
      ...(tiles.state === 'answered' ? tiles.answer : []),
      ...places.map(({ licence }) => ({ layer: 'places', text: licence }) as const),
      { text: zones ?? '' },
      { text: lacksStreets ? words.map.noStreets : '' },
    ],
    words,
    at,
  );
  if (!text) return null;
  return (
    <div class={`attribution ${isOpen ? '' : 'is-folded'}`}>
      <button
        type="button"
        class="attribution-fold"
        aria-expanded={isOpen}
        aria-label={words.map.sources}
        onClick={() => {
          storeChoice('map sources', isOpen ? 'folded' : 'open');
          setIsOpen(!isOpen);
        }}
      >
        i
      </button>
      <p>{text}</p>
    </div>
  );
}
