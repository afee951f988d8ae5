import { useEffect, useRef, useState } from 'preact/hooks';
import type { PointOfInterest } from '../../../client/src/client.ts';
import type { Words } from '../language/el.ts';
import { useLocale } from '../language/language.tsx';
import type { MapSettings } from '../shell/settings.ts';
import type { MapModel } from './draw-model.ts';
import { MapCard } from './map-card.tsx';
import type { OpenMap } from './open-map.ts';
import type { Look } from './palette.ts';
import { hasWebGl } from './web-gl.ts';

interface MapPaneProps {
  readonly settings: MapSettings;
  readonly look: Look;
  readonly model: MapModel;
  /** The place whose card is open: chosen, or under the pointer. */
  readonly card: PointOfInterest | undefined;
  readonly isCardChosen: boolean;
  readonly isStill?: boolean;
  onPick(latitude: number, longitude: number): void;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

type MapState = 'opening' | 'open' | 'drawn' | 'no WebGL' | 'not loaded';

/** The map; its library is loaded after the rest of the page. */
export function MapPane(props: MapPaneProps) {
  const { words, language } = useLocale();
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const [state, setState] = useState<MapState>('opening');
  const [, setMoves] = useState(0);

  // Opened once; the effects below send it the changes.
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      if (!hasWebGl()) return setState('no WebGL');
      const { openMap } = await import('./open-map.ts');
      if (isGone) return;
      map.current = openMap({
        ...latest.current,
        container: container.current!,
        language,
        label: labelOf(words),
        onPick: (latitude, longitude) => latest.current.onPick(latitude, longitude),
        onSelect: id => latest.current.onSelect(id),
        onHover: id => latest.current.onHover(id),
        // Only an open card must follow the map.
        onMove: () => latest.current.card && setMoves(moves => moves + 1),
        onDrawn: () => setState('drawn'),
      });
      map.current.show(latest.current.model);
      setState('open');
    };
    open().catch(error => {
      console.warn('the map could not be opened', error);
      setState('not loaded');
    });
    return () => {
      isGone = true;
      map.current?.close();
      map.current = undefined;
    };
  }, []);

  useEffect(() => map.current?.show(props.model), [props.model]);
  useEffect(
    () => map.current?.restyle(props.look, language, labelOf(words)),
    [props.look, language, words],
  );
  useEffect(() => {
    if (props.card && props.isCardChosen) map.current?.reveal(props.card);
  }, [props.card, props.isCardChosen]);

  if (state === 'no WebGL' || state === 'not loaded') return <NoMap state={state} />;
  return (
    <div class="map-pane" aria-busy={state !== 'drawn'}>
      <div ref={container} class="map-canvas" />
      <span class="map-cross" aria-hidden="true" />
      {props.card && map.current && (
        <MapCard
          place={props.card}
          pixelOf={map.current.pixelOf}
          {...(props.isCardChosen && { onClose: () => props.onSelect(undefined) })}
        />
      )}
      {!props.isStill && <MapButtons map={map} />}
    </div>
  );
}

function labelOf({ map }: Words): string {
  return `${map.label}. ${map.hint}`;
}

/** SVG strokes in a box of 20 by 20. */
const signs = {
  zoomIn: 'M10 4v12M4 10h12',
  zoomOut: 'M4 10h12',
  home: 'M10 2v5M10 13v5M2 10h5M13 10h5M10 6a4 4 0 1 0 0 8a4 4 0 1 0 0-8',
} as const;

function MapButtons({ map }: { map: { readonly current: OpenMap | undefined } }) {
  const { words } = useLocale();
  const button = (name: keyof typeof signs, onClick: () => void) => (
    <button
      type="button"
      class="map-button"
      aria-label={words.map[name]}
      title={words.map[name]}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
        <path d={signs[name]} />
      </svg>
    </button>
  );
  return (
    <div class="map-buttons">
      {button('zoomIn', () => map.current?.zoomBy(1))}
      {button('zoomOut', () => map.current?.zoomBy(-1))}
      {button('home', () => map.current?.goHome())}
    </div>
  );
}

function NoMap({ state }: { state: 'no WebGL' | 'not loaded' }) {
  const { words } = useLocale();
  return (
    <div class="map-pane map-none">
      <div class="notice" role="status">
        <p class="strong">{words.map.failed}</p>
        <p>{state === 'no WebGL' ? words.map.noWebGl : words.map.notLoaded}</p>
      </div>
    </div>
  );
}
