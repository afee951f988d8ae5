import { Button } from '../../tools/form/button.tsx';
import { useLocale } from '../../tools/language/language.ts';
import type { Measuring } from './use-measuring.ts';

/** Whether the screen is touched: there is no Enter and no Esc. */
const isTouched = () => matchMedia('(hover: none)').matches;

/** The figures of the measured line, and what to do next. */
export function MeasureBar({ measuring }: { measuring: Measuring }) {
  const { words, format } = useLocale();
  const { points, figures, undo, stop } = measuring;
  return (
    <section class="measure-bar" aria-label={words.map.measure}>
      <div role="status">
        {points.length < 2 && (
          <p>{isTouched() ? words.map.measureHintTouch : words.map.measureHint}</p>
        )}
        {figures && points.length > 1 && (
          <p>
            {words.map.length}: <strong>{format.measured(figures.metres)}</strong>
          </p>
        )}
        {figures?.squareMetres !== undefined && (
          <p>
            {words.parcel.area}: <strong>{format.measuredArea(figures.squareMetres)}</strong>
          </p>
        )}
        {figures?.isCrossed && <p>{words.map.crossed}</p>}
      </div>
      <p class="measure-actions">
        <Button look="small" disabled={points.length === 0} onClick={undo}>
          {words.map.measureUndo}
        </Button>
        <Button look="small" onClick={stop}>
          {words.map.measureEnd}
        </Button>
      </p>
    </section>
  );
}
