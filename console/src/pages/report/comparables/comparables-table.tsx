import type { ChosenComparable } from '../../../state/library/property.ts';
import { figures, Scrolled, TableHead } from '../../../tools/form/table-head.tsx';
import { useComparablesWords } from './words.ts';

interface ComparablesTableProps {
  readonly rows: readonly ChosenComparable[];
  isChosen(row: ChosenComparable): boolean;
  /** Whether no more rows can be chosen. */
  readonly isFull: boolean;
  onToggle(row: ChosenComparable): void;
}

/** Comparables to choose from, a row each. */
export function ComparablesTable({ rows, isChosen, isFull, onToggle }: ComparablesTableProps) {
  const { own, format } = useComparablesWords();
  if (rows.length === 0) return null;
  return (
    <Scrolled class="comparables-scroll" label={own.choose}>
      <table class="sheet-table comparables-table">
        <TableHead
          columns={[
            figures(<span class="visually-hidden">{own.choice}</span>),
            own.place,
            own.kindOf,
            own.date,
            ...[own.metres, own.area, own.year, own.price, own.perM2].map(figures),
          ]}
        />
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <td class="number">
                <input
                  type="checkbox"
                  aria-label={`${own.choice} ${own.row(index + 1)}`}
                  checked={isChosen(row)}
                  disabled={isFull && !isChosen(row)}
                  onChange={() => onToggle(row)}
                />
              </td>
              <th scope="row">
                {row.address ?? own.noAddress}
                <span class="small">{row.source}</span>
              </th>
              <td>{own.kind[row.kind]}</td>
              <td class="date">{format.dayInFigures(row.date)}</td>
              <td class="number">
                {format.distance(row.distance_m)}
                {row.accuracy_m !== null && (
                  <span class="small">± {format.distance(row.accuracy_m)}</span>
                )}
              </td>
              <td class="number">{format.area(row.area_m2)}</td>
              <td class="number">{row.construction_year ?? '–'}</td>
              <td class="number">{format.euro(row.price_eur)}</td>
              <td class="number">{format.number(Math.round(row.price_eur / row.area_m2))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
