import { elevation } from '../../land/grids/kind.ts';
import { type GridAnswer, readGridSources } from '../report/grids-section.ts';
import type { LocalData } from './enrichment.ts';

/** The loaded kinds of grids, which get columns; none if zones are left out. */
export async function chooseGridKinds(
  { store }: Pick<LocalData, 'store'>,
  zones: string | false | undefined,
): Promise<string[]> {
  if (zones === false) return [];
  return [...new Set((await readGridSources(store)).map(([grid]) => grid!.kind))].sort();
}

/** The names of the columns: one for each kind, and the slope beside the elevation. */
export function gridNames(kinds: readonly string[]): string[] {
  return kinds.flatMap(kind => (kind === elevation ? ['elevation_m', 'slope_percent'] : [kind]));
}

/** The values of a row in the order of `gridNames`; of several sources the finest that has one. */
export function gridValues(
  kinds: readonly string[],
  answers: readonly GridAnswer[] | undefined,
): (number | undefined)[] {
  return kinds.flatMap(kind => {
    const own =
      answers?.filter(answer => answer.kind.kind === kind && answer.resolutionMetres) ?? [];
    const [best] = own.toSorted((a, b) => a.resolutionMetres! - b.resolutionMetres!);
    // The highest class of a parcel counts: classes have no mean.
    const value = best?.value ?? best?.range?.max;
    if (kind !== elevation) return [value];
    return [value, best?.slope ? Number(best.slope.percent.toFixed(2)) : undefined];
  });
}
