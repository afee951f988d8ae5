import { useClient } from '../asking/client.tsx';
import { useAnswer } from '../asking/use-answer.ts';
import { useSpeech } from '../language/language.tsx';
import type { MapSettings } from '../shell/settings.ts';

interface AttributionProps {
  readonly settings: MapSettings;
  readonly hasPlaces: boolean;
}

/** Whose data the map shows: its background's, and that of the places on it. */
export function Attribution({ settings, hasPlaces }: AttributionProps) {
  const { words } = useSpeech();
  const client = useClient();
  const [loaded] = useAnswer(hasPlaces ? 'sources' : undefined, signal =>
    client.readiness({ signal }),
  );
  const licences =
    loaded.state === 'answered'
      ? loaded.answer.layers.filter(({ layer }) => layer === 'places').map(({ licence }) => licence)
      : [];
  const isShipped = !settings.styleUrl && !settings.tilesUrl;
  const owed = [
    isShipped ? words.map.attribution : settings.attribution,
    ...new Set(licences),
  ].filter(Boolean);
  return owed.length > 0 ? <p class="attribution">{owed.join(' · ')}</p> : null;
}
