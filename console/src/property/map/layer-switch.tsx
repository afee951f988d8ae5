import type { ComponentChildren } from 'preact';
import { toggled } from '../../tools/form/field.tsx';
import { useOnFootWords } from '../places/on-foot.ts';
import { type SwitchedLayer, switchedLayers } from './draw/map-options.ts';

interface LayerSwitchProps {
  readonly hidden: ReadonlySet<SwitchedLayer>;
  onHide(hidden: ReadonlySet<SwitchedLayer>): void;
  /** Whether zones are drawn at present. */
  readonly hasZones: boolean;
  /** Whether aerial images are shown; undefined if there are none. */
  readonly hasImagery: boolean | undefined;
  onImagery(isShown: boolean): void;
}

/** The layers over the background of the map, a row each. */
export function LayerSwitch({ hidden, onHide, hasZones, ...imagery }: LayerSwitchProps) {
  const { own, words } = useOnFootWords();
  const { parcels, zones } = words.report.layer;
  const names = { parcels, zones, walk: own.areas };
  return (
    <fieldset class="map-layers">
      <legend>{words.map.layers}</legend>
      {switchedLayers.map(layer => (
        <DrawnRow
          key={layer}
          isShown={!hidden.has(layer) && (layer !== 'zones' || hasZones)}
          isDisabled={layer === 'zones' && !hasZones}
          onChange={() => onHide(toggled(hidden, layer))}
        >
          <span>{names[layer]}</span>
        </DrawnRow>
      ))}
      {imagery.hasImagery !== undefined && (
        <DrawnRow
          isShown={imagery.hasImagery}
          onChange={() => imagery.onImagery(!imagery.hasImagery)}
        >
          <span>{words.map.imagery}</span>
        </DrawnRow>
      )}
    </fieldset>
  );
}

interface DrawnRowProps {
  readonly isShown: boolean;
  readonly isDisabled?: boolean;
  onChange(): void;
  readonly children: ComponentChildren;
}

/** What the map draws or not: a box to tick, and its name. */
export function DrawnRow({ isShown, isDisabled = false, onChange, children }: DrawnRowProps) {
  return (
    <label class="legend-kind">
      <input type="checkbox" checked={isShown} disabled={isDisabled} onChange={onChange} />
      {children}
    </label>
  );
}
