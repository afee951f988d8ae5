import { figures, Scrolled } from '../../../tools/form/table-head.tsx';
import type { Circle, PortfolioSummary } from '../run/ask-portfolios.ts';
import { coveragesOf } from '../run/summary-lines.ts';
import { useTermWords } from '../run/term-words.ts';
import { usePortfolioWords } from '../run/words.ts';
import { Table } from './table.tsx';

interface CirclesViewProps {
  readonly summary: PortfolioSummary;
  /** The place of the chosen circle. */
  readonly chosen?: number | undefined;
  /** Absent in a file, where nothing can be chosen. */
  readonly onChoose?: (place: number | undefined) => void;
}

/** The largest circles, and the rows of the one that was chosen. */
export function CirclesView({ summary, ...choice }: CirclesViewProps) {
  const { chosen, onChoose } = choice;
  const { own, format } = usePortfolioWords();
  const { circles, rows, rows_at_shared_point: shared, terms } = summary;
  if (circles.length === 0) return null;
  const circle = chosen === undefined ? undefined : circles[chosen];
  return (
    <section class="portfolio-part portfolio-circles" aria-label={own.circles}>
      <h3>{own.circles}</h3>
      <p class="small">
        {onChoose && `${own.circlesHint} `}
        {own.ranked(own.coverages[terms.accumulate])} {own.bases[terms.exposure_basis]}{' '}
        {own.lowerBound}
      </p>
      {circles.some(({ rows_rough }) => rows_rough > 0) && <p class="small">{own.roughHint}</p>}
      {shared > 0 && (
        <p class="small">{own.sharedPoints(format.number(shared), format.number(rows))}</p>
      )}
      <div class="portfolio-pair">
        <CircleTable {...choice} circles={circles} />
        {circle && (
          <div class="portfolio-chosen">
            <CircleRows circle={circle} />
          </div>
        )}
      </div>
    </section>
  );
}

interface CircleTableProps extends Omit<CirclesViewProps, 'summary'> {
  readonly circles: readonly Circle[];
}

/** Circles of several rows, each; those of single rows are one line. */
function CircleTable({ circles, chosen, onChoose }: CircleTableProps) {
  const { own, format } = usePortfolioWords();
  const { roughSum } = useTermWords().own;
  const shown = new Set(circles.flatMap(({ exposure }) => coveragesOf(exposure).map(([of]) => of)));
  const names = [...shown].map(of => own.coverages[of]);
  const places = circles.map((circle, place) => ({ ...circle, place }));
  const single = places
    .filter(({ rows }) => rows === 1)
    .sort((a, b) => b.exposure_eur - a.exposure_eur);
  const several = places.filter(({ rows }) => rows > 1);
  return (
    <Table
      head={[own.radius, ...[...names, own.count, own.rough, roughSum].map(figures), own.centre]}
    >
      {several.map(({ place, radius_m, exposure, rows, rows_rough, ...circle }) => (
        <tr key={place}>
          <td>
            {onChoose ? (
              <button
                type="button"
                class="button portfolio-circle"
                aria-pressed={chosen === place}
                aria-label={own.showCircle(
                  format.radius(radius_m),
                  format.euro(circle.exposure_eur),
                )}
                onClick={() => onChoose(chosen === place ? undefined : place)}
              >
                {format.radius(radius_m)}
              </button>
            ) : (
              `${place + 1}. ${format.radius(radius_m)}`
            )}
          </td>
          {[...shown].map(of => (
            <td key={of} class="number">
              {format.euro(exposure[of].sum_eur)}
            </td>
          ))}
          <td class="number">{format.number(rows)}</td>
          <td class="number">{format.number(rows_rough)}</td>
          <td class="number">{format.euro(circle.exposure_rough_eur)}</td>
          <td>{circle.line + (circle.reference && ` (${circle.reference})`)}</td>
        </tr>
      ))}
      {single[0] && (
        <tr>
          <td colSpan={shown.size + 5}>
            {own.singleRows(
              format.number(single.length),
              format.euro(single[0].exposure_eur),
              String(single[0].line),
            )}
          </td>
        </tr>
      )}
    </Table>
  );
}

type ChosenProps = { readonly circle: Circle };

/** The chosen circle in words. */
export function ChosenText({
  circle: { radius_m, line, rows, exposure_eur, largest },
}: ChosenProps) {
  const { own, format } = usePortfolioWords();
  const text = own.chosen(format.radius(radius_m), String(line), format.euro(exposure_eur));
  const isCut = largest.length < rows;
  return (
    <p>
      <span class="strong">{text}</span> · {own.rows(format.number(rows))}
      {isCut && ` · ${own.onlyLargest(format.number(largest.length))}`}
    </p>
  );
}

function CircleRows({ circle: { largest, latitude, longitude } }: ChosenProps) {
  const { own, format } = usePortfolioWords();
  const hasReferences = largest.some(({ reference }) => reference !== '');
  return (
    <>
      <p>
        <a href={`#at=${latitude},${longitude}`}>{own.openCentre}</a>
      </p>
      <Scrolled class="portfolio-rows" label={own.circleRows}>
        <Table
          head={[figures(own.line), ...(hasReferences ? [own.reference] : []), figures(own.amount)]}
        >
          {largest.map(({ line, reference, exposure_eur }) => (
            <tr key={line}>
              <td class="number">{line}</td>
              {hasReferences && <td>{reference}</td>}
              <td class="number">{format.euro(exposure_eur)}</td>
            </tr>
          ))}
        </Table>
      </Scrolled>
    </>
  );
}
