import { KindSymbol } from '../../../property/places/kind-symbol.tsx';
import { countsSlopes, onFootWords, walkTime } from '../../../property/places/on-foot.ts';
import { placeNames } from '../../../property/places/places.ts';
import { figures, TableHead } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import type { NumberedPlace } from '../plan/neighbourhood-drawing.ts';

/** The places around, one row per kind: its number on the plan, the nearest place, and the count. */
export function AroundTable({ numbered }: { numbered: readonly NumberedPlace[] }) {
  const { words, format, language } = useLocale();
  const own = onFootWords[language];
  const isWalked = numbered.some(({ nearest }) => walkTime(nearest, language));
  return (
    <table class="sheet-table sheet-around">
      {isWalked && (
        <caption class="small">
          {own.method} {countsSlopes(numbered.map(({ nearest }) => nearest)) && own.slopes}
        </caption>
      )}
      <TableHead
        columns={[
          figures(
            <>
              <span aria-hidden="true">#</span>
              <span class="visually-hidden">{words.parcel.columns.number}</span>
            </>,
          ),
          `${words.report.kind}, ${words.report.nearest.toLowerCase()}`,
          figures(words.report.distance),
          isWalked && { heading: own.heading, look: 'sheet-walk' },
          figures(words.report.number),
        ]}
      />
      <tbody>
        {numbered.map(({ number, kind, nearest, nearestMetres, places }) => {
          const { name, nameLanguage } = placeNames(nearest, language);
          return (
            <tr key={kind}>
              <td class="number">{number}</td>
              <th scope="row">
                <KindSymbol kind={kind} size={14} /> {words.kinds[kind]}
                {name && (
                  <span class="small" lang={nameLanguage}>
                    {name}
                  </span>
                )}
              </th>
              <td class="number">{format.distance(nearestMetres)}</td>
              {isWalked && <td class="sheet-walk">{walkTime(nearest, language)}</td>}
              <td class="number">{places.length}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
