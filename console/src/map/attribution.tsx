import { useLocale } from '../language/language.tsx';
import { licenceName } from '../language/source-name.ts';
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
  const { words } = useLocale();
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
    settings.attribution ?? '',
    (hasImagery && settings.imageryAttribution) || '',
    ...(tiles.state === 'answered' ? tiles.answer : []),
    ...licences,
  ].filter(licence => licence !== '');
  const names = new Set(owed.map(licence => licenceName(licence, words)));
  return names.size > 0 ? <p class="attribution">{[...names].join(' · ')}</p> : null;
}
