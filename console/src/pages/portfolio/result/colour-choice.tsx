import { Options } from '../../../tools/form/field.tsx';
import type { PortfolioSummary } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import { type MapColour, mapColours } from './map-features.ts';

interface ColourChoiceProps {
  readonly summary: PortfolioSummary;
  readonly colour: MapColour;
  onColour(colour: MapColour): void;
}

/** By what the dots are coloured, with the meaning of the colours. */
export function ColourChoice({ summary, colour, onColour }: ColourChoiceProps) {
  const { own, words, language } = usePortfolioWords();
  const kinds = (summary.by_zone_class ?? []).map(({ kind, name_gr, name_en }) => {
    return [`zone ${kind}`, language === 'el' ? name_gr : name_en] as const;
  });
  const options = [...Object.entries(own.colours), ...kinds];
  const steps = own.colourSteps[colour] ?? own.colourSteps.zone!;
  return (
    <div class="portfolio-colours">
      <label>
        <select
          value={colour}
          aria-label={`${own.colourBy}: ${words.map.label}`}
          onChange={event => onColour(event.currentTarget.value as MapColour)}
        >
          <Options of={options} />
        </select>
      </label>
      <ul class="portfolio-steps small">
        {steps.map((text, at) => (
          <li key={text}>
            <svg class="portfolio-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <circle cx="6" cy="6" r="5.5" fill={mapColours[at]} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
