import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { MapView } from '../../state/subject/history-state.ts';
import type { Words } from '../../tools/language/el.ts';
import { useLocale } from '../../tools/language/language.ts';
import type { OpenMap } from './draw/open-map.ts';
import { MapFrame, useOpenMap } from './map-frame.tsx';
import type { MapTools, MapToolsProps } from './map-tools.tsx';
import type { PointListener } from './pointer-readout.tsx';
import { MapLook } from './style/map-look.ts';
import { useMeasuring } from './use-measuring.ts';

interface MapPaneProps extends Omit<MapToolsProps, 'map' | 'measuring' | 'pointListener'> {
  /** The view to return to; undefined moves to the model. */
  view?(): MapView | undefined;
  /** Changes when the user went back or forward, to another view. */
  readonly returns?: number;
  onView?(view: MapView): void;
  onPick(latitude: number, longitude: number, kaek: string | undefined): void;
  onHover(id: number | undefined): void;
}

/** The map; its library is loaded after the rest of the page. */
export function MapPane(props: MapPaneProps) {
  const { words, language } = useLocale();
  const mapLook = useContext(MapLook);
  const map = useRef<OpenMap>(undefined);
  const tools = useRef<typeof MapTools>(undefined);
  const pointListener = useRef<PointListener>(undefined);
  const measuring = useMeasuring(map);
  const latest = useRef({ ...props, measuring });
  latest.current = { ...props, measuring };
  const [, setMoves] = useState(0);

  // Opened once; the effects below send it the changes.
  const { container, state } = useOpenMap(map, async () => {
    const [{ openMap }, { MapTools }] = await Promise.all([
      import('./draw/open-map.ts'),
      import('./map-tools.tsx'),
    ]);
    tools.current = MapTools;
    return opening => {
      const opened = openMap({
        ...latest.current,
        ...mapLook,
        ...opening,
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
      });
      opened.show(latest.current.model);
      opened.showImagery(latest.current.hasImagery);
      opened.showZones(latest.current.zones);
      return opened;
    };
  });

  // At once: a movement that ends in between would be kept as the view of the new property.
  useLayoutEffect(() => map.current?.show(props.model), [props.model]);
  useEffect(() => {
    const view = latest.current.view?.();
    if (view) map.current?.jumpTo(view);
  }, [props.returns]);
  useEffect(() => map.current?.showImagery(props.hasImagery), [props.hasImagery]);
  useEffect(() => map.current?.showZones(props.zones), [props.zones]);
  useEffect(
    () => map.current?.restyle(mapLook.look, language, labelOf(words)),
    [mapLook.look, language, words],
  );
  useEffect(() => {
    if (props.card && props.isCardChosen) map.current?.reveal(props.card);
  }, [props.card, props.isCardChosen]);

  const Tools = tools.current;
  return (
    <MapFrame container={container} state={state}>
      <span class={`map-cross ${measuring.isOn ? 'is-shown' : ''}`} aria-hidden="true" />
      {Tools && <Tools {...props} map={map} measuring={measuring} pointListener={pointListener} />}
    </MapFrame>
  );
}

function labelOf({ map }: Words): string {
  return `${map.label}. ${map.hint}`;
}
