import type { PropertyReport } from '../../../../../client/src/types.ts';
import type { Locale } from '../../../tools/language/language.ts';
import { licenceName, sourceName } from '../../../tools/language/source-name.ts';

type Source = PropertyReport['sources'][number];

/** The sources that something in the report comes from, with the comparables that were chosen. */
export function usedSources(
  { location, parcel, cost, neighbourhood, zones, buildings, grids, sources }: PropertyReport,
  comparables: readonly { readonly source: string }[],
): Source[] {
  const named: Partial<Record<Source['layer'], readonly (string | null | undefined)[]>> = {
    parcels: [parcel?.source],
    zones: zones?.kinds.flatMap(kind => kind.sources.map(({ source }) => source)) ?? [],
    buildings: buildings?.sources.map(({ source }) => source) ?? [],
    grids: grids?.grids.map(({ source }) => source) ?? [],
    comparables: comparables.map(({ source }) => source),
  };
  const isUsed: Partial<Record<Source['layer'], boolean>> = {
    costs: cost !== null,
    places: (neighbourhood ?? []).length > 0,
    addresses: location !== null,
    settlements: location !== null,
    boundaries: location !== null,
    named_places: location !== null,
    map: true,
  };
  return sources.filter(
    ({ layer, source }) => named[layer]?.includes(source) ?? isUsed[layer] ?? false,
  );
}

/** The layers that came from one source on one day, as the reader sees them. */
interface SourceGroup {
  readonly layers: readonly Source['layer'][];
  readonly source: string;
  readonly licence: string;
  readonly day: string;
}

/** Groups the sources of a report, so that what reads the same is one row. */
export function groupSources(
  sources: readonly Source[],
  { words, format }: Pick<Locale, 'words' | 'format'>,
): SourceGroup[] {
  const shown = sources.map(({ layer, source, licence, loaded_at }) => ({
    layer,
    source: sourceName(source, words),
    licence: licenceName(licence, layer, words),
    day: format.day(loaded_at),
  }));
  const groups = Map.groupBy(shown, ({ layer: _, ...row }) => JSON.stringify(row));
  return [...groups.values()].map(group => ({
    ...group[0]!,
    layers: [...new Set(group.map(({ layer }) => layer))],
  }));
}

/** When the first and the last of the sources were loaded; undefined without sources. */
export function loadedBetween(
  sources: readonly Source[],
): readonly [first: string, last: string] | undefined {
  const times = sources.map(({ loaded_at }) => loaded_at).sort();
  return times.length > 0 ? [times[0]!, times.at(-1)!] : undefined;
}
