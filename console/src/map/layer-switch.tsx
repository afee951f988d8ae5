import { useLocale } from '../language/language.tsx';
import { type SwitchedLayer, switchedLayers } from './map-options.ts';

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
  const { words } = useLocale();
  const toggle = (layer: SwitchedLayer) => {
    const next = new Set(hidden);
    if (!next.delete(layer)) next.add(layer);
    onHide(next);
  };
  return (
    <fieldset class="map-layers">
      <legend>{words.map.layers}</legend>
      {switchedLayers.map(layer => (
        <LayerRow
          key={layer}
          text={words.report.layer[layer]}
          isShown={!hidden.has(layer) && (layer !== 'zones' || hasZones)}
          isDisabled={layer === 'zones' && !hasZones}
          onChange={() => toggle(layer)}
        />
      ))}
      {imagery.hasImagery !== undefined && (
        <LayerRow
          text={words.map.imagery}
          isShown={imagery.hasImagery}
          onChange={() => imagery.onImagery(!imagery.hasImagery)}
        />
      )}
    </fieldset>
  );
}

interface LayerRowProps {
  readonly text: string;
  readonly isShown: boolean;
  readonly isDisabled?: boolean;
  onChange(): void;
}

function LayerRow({ text, isShown, isDisabled = false, onChange }: LayerRowProps) {
  return (
    <label class="legend-kind">
      <input type="checkbox" checked={isShown} disabled={isDisabled} onChange={onChange} />
      <span>{text}</span>
    </label>
  );
}
