import type { PropertyReport } from '../../../client/src/client.ts';
import { useLocale } from '../language/language.tsx';
import { licenceName, sourceName } from '../language/source-name.ts';

/** The sources of a report's data, with their dates. */
export function SourcesTable({ sources }: Pick<PropertyReport, 'sources'>) {
  const { words, format } = useLocale();
  return (
    <table class="sheet-table sheet-sources">
      <thead>
        <tr>
          <th scope="col">{words.report.data}</th>
          <th scope="col">{words.report.source}</th>
          <th scope="col">{words.report.loadedAt}</th>
          <th scope="col">{words.report.licence}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ layer, source, loaded_at, licence }) => (
          <tr key={`${layer}-${source}`}>
            <th scope="row">{words.report.layer[layer]}</th>
            <td>{sourceName(source, words)}</td>
            <td>{format.day(loaded_at)}</td>
            <td>{licenceName(licence, words)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
