import { useMemo, useState } from 'preact/hooks';
import type { PlaceType, PointOfInterest } from '../../../../client/src/types.ts';
import { Button } from '../../tools/form/button.tsx';
import { toggled } from '../../tools/form/field.tsx';
import { useLocale } from '../../tools/language/language.ts';
import { KindSymbol } from '../places/kind-symbol.tsx';
import { type Group, groups, kindNames, kinds } from '../places/kinds.ts';
import { DrawnRow } from './layer-switch.tsx';

interface LegendProps {
  readonly places: readonly PointOfInterest[];
  readonly hidden: ReadonlySet<PlaceType>;
  onHide(hidden: ReadonlySet<PlaceType>): void;
}

/** The symbols on the map, by group; a kind that is switched off is not drawn. */
export function Legend({ places, hidden, onHide }: LegendProps) {
  const { words } = useLocale();
  const counts = useMemo(() => Map.groupBy(places, place => place.place_type), [places]);
  const present = kindNames.filter(kind => counts.has(kind));
  const [isOpenAtFirst] = useState(() => matchMedia('(min-width: 100rem)').matches);
  if (present.length === 0) return null;

  return (
    <details class="legend" open={isOpenAtFirst}>
      <summary>{words.map.legend}</summary>
      <div class="legend-body">
        <div class="legend-all">
          <Button look="link" onClick={() => onHide(new Set())}>
            {words.map.all}
          </Button>
          <Button look="link" onClick={() => onHide(new Set(present))}>
            {words.map.nothing}
          </Button>
        </div>
        {(Object.keys(groups) as Group[]).map(group => {
          const own = present.filter(kind => kinds[kind].group === group);
          return (
            own.length > 0 && (
              <fieldset key={group} class="legend-group">
                <legend>{words.groups[group]}</legend>
                {own.map(kind => (
                  <DrawnRow
                    key={kind}
                    isShown={!hidden.has(kind)}
                    onChange={() => onHide(toggled(hidden, kind))}
                  >
                    <KindSymbol kind={kind} size={20} />
                    <span>{words.kinds[kind]}</span>
                    <span class="count">{counts.get(kind)!.length}</span>
                  </DrawnRow>
                ))}
              </fieldset>
            )
          );
        })}
      </div>
    </details>
  );
}
