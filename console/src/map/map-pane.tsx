import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PointOfInterest } from '../../../client/src/types.ts';
import type { Words } from '../language/el.ts';
import { useLocale } from '../language/language.tsx';
import type { MapSettings } from '../shell/settings.ts';
import type { MapModel } from './draw-model.ts';
import { afterFirstPaint } from './first-paint.ts';
import type { ShownZones } from './map-options.ts';
import type { MapTools } from './map-tools.tsx';
import type { MapView } from './map-view.ts';
import type { OpenMap } from './open-map.ts';
import type { Look } from './palette.ts';
import type { PointListener } from './pointer-readout.tsx';
import { readBaseTiles } from './tile-description.ts';
import { useMeasuring } from './use-measuring.ts';
import { hasWebGl } from './web-gl.ts';

interface MapPaneProps {
  readonly settings: MapSettings;
  readonly look: Look;
  readonly model: MapModel;
  /** The place whose card is open: chosen, or under the pointer. */
  readonly card: PointOfInterest | undefined;
  readonly isCardChosen: boolean;
  /** Whether the aerial images are shown, and the function that changes it. */
  readonly hasImagery: boolean;
  onImagery(isShown: boolean): void;
  /** The zones that are drawn. */
  readonly zones?: ShownZones | undefined;
  /** The view to return to; undefined moves to the model. */
  view?(): MapView | undefined;
  /** Changes when the user went back or forward, to another view. */
  readonly returns?: number;
  onView?(view: MapView): void;
  onPick(latitude: number, longitude: number, kaek: string | undefined): void;
  onSelect(id: number | undefined): void;
  onHover(id: number | undefined): void;
}

type MapState = 'opening' | 'open' | 'drawn' | 'no WebGL' | 'not loaded';

/** The map; its library is loaded after the rest of the page. */
export function MapPane(props: MapPaneProps) {
  const { words, language } = useLocale();
  const container = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(undefined);
  const tools = useRef<typeof MapTools>(undefined);
  const pointListener = useRef<PointListener>(undefined);
  const measuring = useMeasuring(map);
  const latest = useRef({ ...props, measuring });
  latest.current = { ...props, measuring };
  const [state, setState] = useState<MapState>('opening');
  const [, setMoves] = useState(0);

  // Opened once; the effects below send it the changes.
  useEffect(() => {
    let isGone = false;
    const open = async () => {
      await afterFirstPaint();
      if (isGone) return;
      if (!hasWebGl()) return setState('no WebGL');
      const [{ openMap }, { MapTools }, tiles] = await Promise.all([
        import('./open-map.ts'),
        import('./map-tools.tsx'),
        readBaseTiles(),
      ]);
      if (isGone) return;
      tools.current = MapTools;
      map.current = openMap({
        ...latest.current,
        tiles,
        container: container.current!,
        language,
        label: labelOf(words),
        onPick: (latitude, longitude, kaek) =>
          latest.current.measuring.isOn
            ? latest.current.measuring.add([longitude, latitude])
            : latest.current.onPick(latitude, longitude, kaek),
        view: () => latest.current.view?.(),
        onView: view => latest.current.onView?.(view),
        onPoint: position => pointListener.current?.(position),
        onSelect: id => latest.current.onSelect(id),
        onHover: id => latest.current.onHover(id),
        // Only an open card must follow the map.
        onMove: () => latest.current.card && setMoves(moves => moves + 1),
        onDrawn: () => setState('drawn'),
      });
      map.current.show(latest.current.model);
      map.current.showImagery(latest.current.hasImagery);
      map.current.showZones(latest.current.zones);
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

  // At once: a movement that ends in between would be kept as the view of the new property.
  useLayoutEffect(() => map.current?.show(props.model), [props.model]);
  useEffect(() => {
    const view = latest.current.view?.();
    if (view) map.current?.jumpTo(view);
  }, [props.returns]);
  useEffect(() => map.current?.showImagery(props.hasImagery), [props.hasImagery]);
  useEffect(() => map.current?.showZones(props.zones), [props.zones]);
  useEffect(
    () => map.current?.restyle(props.look, language, labelOf(words)),
    [props.look, language, words],
  );
  useEffect(() => {
    if (props.card && props.isCardChosen) map.current?.reveal(props.card);
  }, [props.card, props.isCardChosen]);

  const Tools = tools.current;
  if (state === 'no WebGL' || state === 'not loaded') return <NoMap state={state} />;
  return (
    <div class="map-pane" aria-busy={state !== 'drawn'}>
      <div ref={container} class="map-canvas" />
      <span class={`map-cross ${measuring.isOn ? 'is-shown' : ''}`} aria-hidden="true" />
      {Tools && (
        <Tools
          {...props}
          hasProperty={props.model.center !== undefined}
          map={map}
          measuring={measuring}
          pointListener={pointListener}
        />
      )}
    </div>
  );
}

function labelOf({ map }: Words): string {
  return `${map.label}. ${map.hint}`;
}

/** Why there is no map. */
export function NoMap({ state }: { state: 'no WebGL' | 'not loaded' }) {
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
