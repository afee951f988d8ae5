import type { Words } from './el.ts';

/** The name of a data source for readers; an import is named by its user or after its file. */
export function sourceName(source: string, { sources }: Words): string {
  return source === 'sample' || source === 'gazetteer' || source === 'osm'
    ? sources[source]
    : sources.imported(source);
}

/** The licences of a map for readers, each once. */
export function attributionText(attribution: string, words: Words): string {
  const licences = attribution.split(' · ').map(licence => licenceName(licence, words));
  return [...new Set(licences)].join(' · ');
}

/** A licence for readers. */
export function licenceName(licence: string, { sources }: Words): string {
  if (licence === 'not stated') return sources.noLicence;
  if (licence.startsWith('invented:')) return sources.invented;
  return licence.startsWith('illustrative') ? sources.illustrative : licence;
}
