import { useLocale } from '../language/language.tsx';
import type { Corner } from '../parcel/corners.ts';
import { mostCornersListed } from './plan/parcel-drawing.ts';
import { useReportWords } from './use-report-words.ts';

/** More rows do not fit beside the plan. */
const mostBeside = 14;

/** The corners of a parcel with their coordinates in the Greek Grid. */
export function CornersList({ corners }: { corners: readonly Corner[] }) {
  const { words, format } = useLocale();
  const own = useReportWords();
  const listed = corners.slice(0, mostCornersListed);
  const halves =
    listed.length <= mostBeside
      ? [listed]
      : [listed.slice(0, Math.ceil(listed.length / 2)), listed.slice(Math.ceil(listed.length / 2))];
  const { number, easting, northing, length } = words.parcel.columns;
  return (
    <div class={`sheet-corners ${halves.length > 1 ? 'is-wide' : ''}`}>
      <h3>{own.corners}</h3>
      <div class="sheet-corner-tables">
        {halves.map(half => (
          <table key={half[0]?.number} class="sheet-table">
            <thead>
              <tr>
                {[number, easting, northing, length].map(name => (
                  <th key={name} scope="col" class="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {half.map(corner => (
                <tr key={corner.number}>
                  <th scope="row" class="number">
                    {corner.number}
                  </th>
                  <td class="number">{format.gridMetres(corner.easting)}</td>
                  <td class="number">{format.gridMetres(corner.northing)}</td>
                  <td class="number">{format.length(corner.metresToNext)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p class="small">
        {own.lengths}
        {corners.length > listed.length && ` ${own.cornersMore(listed.length, corners.length)}`}
      </p>
    </div>
  );
}
