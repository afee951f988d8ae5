import type { PropertyReport } from '../../../../../client/src/types.ts';
import { TableHead } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { groupSources } from './group-sources.ts';

/** The sources of a report's data, with their dates. */
export function SourcesTable({ sources }: Pick<PropertyReport, 'sources'>) {
  const locale = useLocale();
  const { report } = locale.words;
  return (
    <table class="sheet-table sheet-sources">
      <TableHead
        columns={[
          report.data,
          `${report.source}, ${report.licence.toLowerCase()}`,
          report.loadedAt,
        ]}
      />
      <tbody>
        {groupSources(sources, locale).map(({ layers, source, day, licence }) => (
          <tr key={layers.join()}>
            <th scope="row">{layers.map(layer => report.layer[layer]).join(', ')}</th>
            <td>
              {source}
              <span class="small">{licence}</span>
            </td>
            <td>{day}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
