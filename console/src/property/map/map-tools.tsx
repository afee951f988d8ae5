import type { RefObject } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import type { PlaceType, PointOfInterest } from '../../../../client/src/types.ts';
import { CloseButton } from '../../tools/form/button.tsx';
import { useLocale } from '../../tools/language/language.ts';
import type { MapModel } from './draw/draw-model.ts';
import { offAtFirst, type ShownZones } from './draw/map-options.ts';
import type { OpenMap } from './draw/open-map.ts';
import { type HereFailure, whereAmI } from './draw/where-am-i.ts';
import { LayerSwitch } from './layer-switch.tsx';
import { Legend } from './legend.tsx';
import { MapButtons } from './map-buttons.tsx';
import { MapCard } from './map-card.tsx';
import { MeasureBar } from './measure-bar.tsx';
import { PointerReadout, type PointListener } from './pointer-readout.tsx';
import { MapLook } from './style/map-look.ts';
import type { Measuring } from './use-measuring.ts';
import { WalkLegend } from './walk-legend.tsx';

export interface MapToolsProps {
  readonly model: MapModel;
  /** Whether the aerial images are shown, and the function that changes it. */
  readonly hasImagery: boolean;
  onImagery(isShown: boolean): void;
  /** The zones that are drawn. */
  readonly zones?: ShownZones | undefined;
  readonly map: RefObject<OpenMap | undefined>;
  readonly measuring: Measuring;
  readonly pointListener: RefObject<PointListener | undefined>;
  /** The place whose card is open: chosen, or under the pointer. */
  readonly card: PointOfInterest | undefined;
  readonly isCardChosen: boolean;
  onSelect(id: number | undefined): void;
  /** Hides kinds of places. */
  onHide(hidden: ReadonlySet<PlaceType>): void;
}

/** The card of a place, the buttons over the map, and what they open; loaded with the map. */
export function MapTools({ map, measuring, pointListener, ...props }: MapToolsProps) {
  const { words, format } = useLocale();
  const [notice, setNotice] = useState('');
  const [hidden, setHidden] = useState(offAtFirst);
  const [isSwitchOpen, setSwitchOpen] = useState(false);
  useEffect(() => map.current?.hideLayers(hidden), [hidden, map]);
  useEffect(
    () => map.current?.whenImageryFails(() => setNotice(words.map.imageryFailed)),
    [map, words],
  );
  const locate = () => {
    setNotice(words.map.locating);
    whereAmI().then(
      here => {
        map.current?.showHere(here);
        setNotice(words.map.here(format.distance(here.accuracyMetres)));
      },
      (why: HereFailure) => setNotice(words.map.noPosition[why]),
    );
  };
  const { hasImagery, onImagery } = props;
  const { settings } = useContext(MapLook);
  const hasProperty = props.model.center !== undefined;
  return (
    <>
      {props.card && map.current && (
        <MapCard
          place={props.card}
          pixelOf={map.current.pixelOf}
          {...(props.isCardChosen && { onClose: () => props.onSelect(undefined) })}
        />
      )}
      <MapButtons
        buttons={[
          { name: 'zoomIn', onClick: () => map.current?.zoomBy(1) },
          { name: 'zoomOut', onClick: () => map.current?.zoomBy(-1) },
          {
            name: 'home',
            label: words.map[hasProperty ? 'home' : 'country'],
            onClick: () => map.current?.goHome(),
          },
          { name: 'whereAmI', onClick: locate },
          { name: 'measure', isOn: measuring.isOn, onClick: measuring.toggle },
          ...(settings.imagery_url
            ? [
                {
                  name: 'imagery' as const,
                  isOn: hasImagery,
                  onClick: () => onImagery(!hasImagery),
                },
              ]
            : []),
          { name: 'layers', isOn: isSwitchOpen, onClick: () => setSwitchOpen(!isSwitchOpen) },
        ]}
      />
      {isSwitchOpen && (
        <LayerSwitch
          hidden={hidden}
          onHide={setHidden}
          hasZones={props.zones !== undefined}
          hasImagery={settings.imagery_url ? hasImagery : undefined}
          onImagery={onImagery}
        />
      )}
      {!hidden.has('walk') && <WalkLegend center={props.model.center} map={map} />}
      {measuring.isOn && <MeasureBar measuring={measuring} />}
      <Legend places={props.model.places} hidden={props.model.hidden} onHide={props.onHide} />
      <MapNotice text={notice} onClose={() => setNotice('')} />
      <PointerReadout listener={pointListener} />
    </>
  );
}

function MapNotice({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <div class="map-notice" role="status">
      {text && (
        <>
          <p>{text}</p>
          <CloseButton isOverMap onClick={onClose} />
        </>
      )}
    </div>
  );
}
