import { useLocale } from '../language/language.tsx';
import { useClient } from '../requests/client.tsx';
import { useRequest } from '../requests/use-request.ts';
import type { MapSettings } from '../shell/settings.ts';

interface AttributionProps {
  readonly settings: MapSettings;
  readonly hasPlaces: boolean;
  readonly hasImagery?: boolean;
}

/** The attribution of the map's background and of its places. */
export function Attribution({ settings, hasPlaces, hasImagery = false }: AttributionProps) {
  const { words } = useLocale();
  const client = useClient();
  const [loaded] = useRequest(hasPlaces ? 'sources' : undefined, signal =>
    client.readiness({ signal }),
  );
  const licences =
    loaded.state === 'answered'
      ? loaded.answer.layers.filter(({ layer }) => layer === 'places').map(({ licence }) => licence)
      : [];
  const isShipped = !settings.styleUrl && !settings.tilesUrl;
  const owed = [
    isShipped ? words.map.attribution : settings.attribution,
    hasImagery && settings.imageryAttribution,
    ...new Set(licences),
  ].filter(Boolean);
  return owed.length > 0 ? <p class="attribution">{owed.join(' · ')}</p> : null;
}
