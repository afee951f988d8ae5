import type { PropertyReport } from '../../../../../client/src/types.ts';
import { SimpleTable } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { groupSources } from './group-sources.ts';

/** The sources of a report's data, with their dates. */
export function SourcesTable({ sources }: Pick<PropertyReport, 'sources'>) {
  const locale = useLocale();
  const { report, location } = locale.words;
  return (
    <SimpleTable
      class="sheet-table sheet-sources"
      columns={[
        report.data,
        `${location.source}, ${report.licence.toLowerCase()}`,
        report.loadedAt,
      ]}
      rows={groupSources(sources, locale).map(({ layers, source, day, licence }) => [
        layers.map(layer => report.layer[layer]).join(', '),
        <>
          {source}
          <span class="small">{licence}</span>
        </>,
        day,
      ])}
    />
  );
}
