import { attributionText } from '../../tools/language/source-name.ts';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
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

/** Any place: the answer says whether an elevation is loaded at all. */
const somewhere = { latitude: 38, longitude: 23.7, kinds: 'elevation' };

/** The layers over the background of the map, a row each. */
export function LayerSwitch({ hidden, onHide, hasZones, ...imagery }: LayerSwitchProps) {
  const { own, words } = useOnFootWords();
  const client = useClient();
  const [relief] = useRequest('relief', signal => client.grids(somewhere, { signal }));
  const grids = relief.state === 'answered' ? relief.answer.grids : [];
  const licences = grids.flatMap(({ licence }) => licence ?? []);
  const shown = switchedLayers.filter(layer => layer !== 'relief' || licences.length > 0);
  const { parcels, zones } = words.report.layer;
  const names = { parcels, zones, relief: words.map.relief, walk: own.areas };
  const toggle = (layer: SwitchedLayer) => {
    const next = new Set(hidden);
    if (!next.delete(layer)) next.add(layer);
    onHide(next);
  };
  return (
    <fieldset class="map-layers">
      <legend>{words.map.layers}</legend>
      {shown.map(layer => (
        <LayerRow
          key={layer}
          text={names[layer]}
          {...(layer === 'relief' && {
            note: attributionText(
              licences.map(text => ({ text })),
              words,
            ),
          })}
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
  /** The attribution. */
  readonly note?: string;
  readonly isShown: boolean;
  readonly isDisabled?: boolean;
  onChange(): void;
}

function LayerRow({ text, note, isShown, isDisabled = false, onChange }: LayerRowProps) {
  return (
    <label class="legend-kind">
      <input type="checkbox" checked={isShown} disabled={isDisabled} onChange={onChange} />
      <span>
        {text}
        {note && <span class="small"> · {note}</span>}
      </span>
    </label>
  );
}
