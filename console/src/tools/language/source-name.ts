import type { Position } from '#tools/geo/polygon.ts';
import type { Words } from './el.ts';

/** The name of a data source for readers; an import is named by its user or after its file. */
export function sourceName(source: string, { sources }: Words): string {
  if (source.startsWith('sample:')) return sources.sample;
  return source === 'sample' || source === 'gazetteer' || source === 'osm'
    ? sources[source]
    : sources.imported(source);
}

/** The licences of one layer, as the service joins them; without a layer if it is a setting. */
export interface LicenceText {
  readonly text: string;
  readonly layer?: 'map' | 'parcels' | 'places';
}

/** The sample town; its streets are real, those of the samples in other cities are invented. */
const town: Position = [22.95, 39.36];
const townDegrees = 0.1;

/**
 * The attribution of a map for readers, each licence once. A missing one is named by its layer. `at`
 * is a position on the map: around the sample town no street is invented.
 */
export function attributionText(
  parts: readonly LicenceText[],
  words: Words,
  at?: Position,
): string {
  const isTown = at?.every((degrees, axis) => Math.abs(degrees - town[axis]!) < townDegrees);
  const licences = parts.flatMap(({ text, layer }) =>
    text
      .split(' · ')
      .filter(licence => licence !== '')
      .filter(licence => !(isTown && layer === 'map' && licence.startsWith(invented)))
      .map(licence => layerLicence(licence, layer, words)),
  );
  return [...new Set(licences)].join(' · ');
}

function layerLicence(licence: string, layer: LicenceText['layer'], words: Words): string {
  const name = licenceName(licence, layer, words);
  if (licence !== notStated || layer === undefined) return name;
  return `${words.report.layer[layer]}: ${name.toLowerCase()}`;
}

/** The licence of an import without one. */
const notStated = 'not stated';
/** How the licence of a sample that is not real begins. */
const invented = 'invented:';

/** The licence of a layer, or the source of a rate, for readers. */
export function licenceName(
  licence: string,
  layer: string | undefined,
  { sources }: Words,
): string {
  if (licence === notStated) return sources.noLicence;
  if (licence.startsWith(invented)) {
    const { other } = sources.invented;
    return { ...sources.invented, other }[layer ?? 'other'] ?? other;
  }
  return /^(?:Ktima, )?illustrative/.test(licence) ? sources.illustrative : licence;
}
