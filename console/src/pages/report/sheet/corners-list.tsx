import { boundaryName } from '../../../property/parcel/boundary-name.ts';
import {
  type Boundary,
  type CornerRow,
  cornerBlocks,
  cornerRows,
} from '../../../property/parcel/corners.ts';
import { figures, TableHead } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { useReportWords } from '../words/words.ts';

interface CornersListProps {
  readonly boundaries: readonly Boundary[];
  /** Whether it has the width of the page: then it has three columns. */
  readonly isWide?: boolean;
}

/** The corners of a parcel with their coordinates in the Greek Grid. */
export function CornersList({ boundaries, isWide = false }: CornersListProps) {
  const { own } = useReportWords();
  const blocks = isWide ? cornerBlocks(cornerRows(boundaries)) : [[cornerRows(boundaries)]];
  return (
    <div class="sheet-corners">
      <h3>{own.corners}</h3>
      {blocks.map((columns, index) => (
        <div key={index} class={`sheet-corner-tables ${isWide ? 'is-wide' : ''}`}>
          {columns.map((rows, column) => (
            <CornerColumn key={column} rows={rows} />
          ))}
        </div>
      ))}
      <p class="small">{own.lengths}</p>
    </div>
  );
}

function CornerColumn({ rows }: { rows: readonly CornerRow[] }) {
  const locale = useLocale();
  const { words, format } = locale;
  const { number, easting, northing, length } = words.parcel.columns;
  return (
    <table class="sheet-table">
      <TableHead columns={[number, easting, northing, length].map(figures)} />
      <tbody>
        {rows.map((row, index) =>
          'isHole' in row ? (
            <tr key={`boundary ${index}`}>
              <th scope="rowgroup" colSpan={4}>
                {boundaryName(row, locale)}
              </th>
            </tr>
          ) : (
            <tr key={row.number}>
              <th scope="row" class="number">
                {row.number}
              </th>
              <td class="number">{format.gridMetres(row.easting)}</td>
              <td class="number">{format.gridMetres(row.northing)}</td>
              <td class="number">{format.length(row.metresToNext)}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
