import type { PropertyReport } from '../../../../../client/src/types.ts';

type Source = PropertyReport['sources'][number];

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
