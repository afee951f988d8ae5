import { useClient } from '../requests/client.tsx';
import { useRequest } from '../requests/use-request.ts';
import type { MapSettings } from '../shell/settings.ts';
import { readAttributions } from './tile-description.ts';

interface AttributionProps {
  readonly settings: MapSettings;
  readonly hasPlaces: boolean;
  readonly hasImagery: boolean;
}

/** The attribution of the map's background, its parcels and its places. */
export function Attribution({ settings, hasPlaces, hasImagery }: AttributionProps) {
  const client = useClient();
  const isOwn = !settings.styleUrl && !settings.tilesUrl;
  const [tiles] = useRequest(`${isOwn}`, signal => readAttributions(isOwn, signal));
  const [loaded] = useRequest(hasPlaces ? 'sources' : undefined, signal =>
    client.readiness({ signal }),
  );
  const licences =
    loaded.state === 'answered'
      ? loaded.answer.layers.filter(({ layer }) => layer === 'places').map(({ licence }) => licence)
      : [];
  const owed = [
    settings.attribution,
    hasImagery && settings.imageryAttribution,
    ...(tiles.state === 'answered' ? tiles.answer : []),
    ...licences,
  ].filter(Boolean);
  return owed.length > 0 ? <p class="attribution">{[...new Set(owed)].join(' · ')}</p> : null;
}
