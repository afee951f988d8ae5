import type { ComponentChildren } from 'preact';
import { figures, Scrolled } from '../../../tools/form/table-head.tsx';
import type { LookLine, PortfolioSummary } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import { Table } from './table.tsx';

type Part = { readonly summary: PortfolioSummary };

/** The rows whose sum is a slip, or most of the file, and the totals without them. */
export function Outliers({ summary }: Part) {
  const { own, format } = usePortfolioWords();
  const { outliers, total, terms } = summary;
  const { largest, is_left_out, rows, total_without: rest } = outliers;
  if (largest.length === 0) return null;
  const sum = (line: typeof rest) => format.euro(line.exposure[terms.accumulate].sum_eur);
  return (
    <LookList summary={summary} title={own.outliers} lines={largest} rows={largest.length}>
      {own.outliersHint(sum(total), sum(rest))}
      {is_left_out && ` ${own.leftOut(format.number(rows))}`}
    </LookList>
  );
}

/** The rows that are in no circle. */
export function Unplaced({ summary }: Part) {
  const { own, format } = usePortfolioWords();
  const { rows, exposure_eur, largest } = summary.rows_without_place;
  if (rows === 0) return null;
  return (
    <LookList summary={summary} title={own.unplaced} lines={largest} rows={rows}>
      {own.unplacedHint(format.number(rows), format.euro(exposure_eur))}
    </LookList>
  );
}

interface LookListProps extends Part {
  readonly title: string;
  readonly lines: readonly LookLine[];
  /** How many there are; the largest are shown. */
  readonly rows: number;
  readonly children: ComponentChildren;
}

/** Rows for a person, with the reason. */
export function LookList({ summary, title, lines, rows, children }: LookListProps) {
  const { own, format } = usePortfolioWords();
  const hasReferences = lines.some(({ reference }) => reference !== '');
  const names = [own.fields.address!, figures(own.amount), own.kind];
  return (
    <div class="portfolio-part">
      <h3>{title}</h3>
      <p class="small">
        {children}
        {lines.length < rows && ` · ${own.onlyLargest(format.number(lines.length))}`}
      </p>
      <Scrolled class="portfolio-rows portfolio-annex" label={title}>
        <Table head={[figures(own.line), ...(hasReferences ? [own.reference] : []), ...names]}>
          {lines.map(({ line, reference, address, exposure_eur, reason }) => (
            <tr key={line}>
              <td class="number">{line}</td>
              {hasReferences && <td>{reference}</td>}
              <td>{address}</td>
              <td class="number">{format.euro(exposure_eur)}</td>
              <td lang={summary.language}>{own.inWords(reason)}</td>
            </tr>
          ))}
        </Table>
      </Scrolled>
    </div>
  );
}
