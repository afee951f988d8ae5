import type { PointOfInterest } from '../../../client/src/client.ts';
import { useLocale } from '../language/language.tsx';
import { byKind } from '../places/by-kind.ts';
import { KindSymbol } from '../places/kind-symbol.tsx';
import { placeNames } from '../places/place-names.ts';

/** The places around, one row per kind: their number and the nearest. */
export function AroundTable({ places }: { places: readonly PointOfInterest[] }) {
  const { words, format, language } = useLocale();
  return (
    <table class="sheet-table">
      <thead>
        <tr>
          <th scope="col">{words.report.kind}</th>
          <th scope="col" class="number">
            {words.report.number}
          </th>
          <th scope="col">{words.report.nearest}</th>
          <th scope="col" class="number">
            {words.report.distance}
          </th>
        </tr>
      </thead>
      <tbody>
        {byKind(places).map(({ kind, places: own, nearestMetres }) => {
          const { name, nameLanguage } = placeNames(own[0]!, language);
          return (
            <tr key={kind}>
              <th scope="row">
                <KindSymbol kind={kind} size={18} /> {words.kinds[kind]}
              </th>
              <td class="number">{own.length}</td>
              <td lang={nameLanguage}>{name ?? words.places.unnamed}</td>
              <td class="number">{format.distance(nearestMetres)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
