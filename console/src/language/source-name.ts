import type { Words } from './el.ts';

/** The name of a data source for readers; an import is named by its user or after its file. */
export function sourceName(source: string, { sources }: Words): string {
  return source === 'sample' || source === 'gazetteer' || source === 'osm'
    ? sources[source]
    : sources.imported(source);
}

/** A licence for readers. */
export function licenceName(licence: string, { sources }: Words): string {
  if (licence === 'not stated') return sources.noLicence;
  if (licence.startsWith('invented:')) return sources.invented;
  return licence.startsWith('illustrative') ? sources.illustrative : licence;
}
