import type { PropertyReport } from '../../../../../client/src/types.ts';

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

/** The layers that came from one source on one day. */
interface SourceGroup extends Pick<Source, 'source' | 'licence'> {
  readonly layers: readonly Source['layer'][];
  /** The day, as the reader sees it. */
  readonly day: string;
}

/** Groups the sources of a report, so that an import of many layers is one row. */
export function groupSources(
  sources: readonly Source[],
  dayOf: (loadedAt: string) => string,
): SourceGroup[] {
  const groups = Map.groupBy(sources, ({ source, licence, loaded_at }) =>
    JSON.stringify([source, licence, dayOf(loaded_at)]),
  );
  return [...groups.values()].map(group => {
    const { source, licence, loaded_at } = group[0]!;
    return { source, licence, day: dayOf(loaded_at), layers: group.map(({ layer }) => layer) };
  });
}

/** When the first and the last of the sources were loaded; undefined without sources. */
export function loadedBetween(
  sources: readonly Source[],
): readonly [first: string, last: string] | undefined {
  const times = sources.map(({ loaded_at }) => loaded_at).sort();
  return times.length > 0 ? [times[0]!, times.at(-1)!] : undefined;
}
