import { useId } from 'preact/hooks';
import type { ShownZones } from '../map/draw/map-options.ts';
import { patternOf, patternSide } from '../map/draw/zone-pattern.ts';
import { useZonesWords } from './words.ts';
import { type KindAnswer, legendText } from './zone-answers.ts';

/** The colours of a kind, and the field that decides on them. */
export type ZoneColours = Pick<ShownZones, 'legend' | 'field'>;

interface ZoneLegendProps extends ZoneColours {
  readonly kind: KindAnswer;
  /** The places of the legend that are listed; default: all. */
  readonly places?: readonly number[];
}

/** What the colours and patterns of a kind stand for. */
export function ZoneLegend({ kind, legend, field, places }: ZoneLegendProps) {
  const { own, words, language, format } = useZonesWords();
  const id = useId();
  const decides = kind.fields.find(one => one.field === field);
  const name = decides && (language === 'el' ? decides.name_gr : decides.name_en);
  return (
    <div class="zone-colours">
      {name && <span class="small">{name}</span>}
      <ul class="zone-legend" aria-label={words.map.legend}>
        {legend.map((entry, place) =>
          places && !places.includes(place) ? null : (
            <li key={place}>
              <svg width="20" height="14" aria-hidden="true">
                <ZonePattern id={`${id}-${place}`} place={place} colour={entry.colour} />
                <rect width="20" height="14" fill={entry.colour} fill-opacity="0.22" />
                <rect width="20" height="14" fill={`url(#${id}-${place})`} />
              </svg>
              {legendText(entry, decides?.unit ?? null, own, format) ||
                (legend.length > 1 ? own.otherValue : own.allZones)}
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

interface ZonePatternProps {
  readonly id: string;
  readonly place: number;
  readonly colour: string;
  /** The length of a unit of the pattern. */
  readonly scale?: number;
}

/** The pattern of a place in a legend, for `url(#id)`. */
export function ZonePattern({ id, place, colour, scale = 1 }: ZonePatternProps) {
  return (
    <pattern
      id={id}
      width={patternSide}
      height={patternSide}
      patternUnits="userSpaceOnUse"
      patternTransform={`scale(${scale})`}
    >
      <path d={patternOf(place)} fill="none" stroke={colour} stroke-width="1.2" />
    </pattern>
  );
}
