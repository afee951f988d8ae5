import type { Boundary, BoundaryKind } from '../../../geocoder/country/rows.ts';
import { isArea } from '../assembly/areas.ts';
import type { OsmTags } from '../readers/elements.ts';
import type { OsmLayer } from './layer.ts';
import { everyNameOf } from './names.ts';
import { roundedPoint } from './places.ts';

/** What `admin_level` means in Greece. */
const kindOfLevel: Readonly<Record<string, BoundaryKind>> = {
  5: 'region',
  6: 'regional_unit',
  7: 'municipality',
  8: 'municipal_unit',
};

/** Gathers borders of regions, regional units, municipalities and municipal units. */
export function osmBoundaries(): OsmLayer<Boundary> {
  const boundaries: { readonly id: number; readonly boundary: Boundary }[] = [];
  return {
    wants: (kind, tags) =>
      kind !== 'node' &&
      boundaryKindOf(tags) !== undefined &&
      everyNameOf(tags) !== undefined &&
      (kind !== 'relation' || isArea({ tags })),
    // Every extract cuts the borders around it.
    isRow: () => false,
    add({ kind, id, tags, point, outline }) {
      const boundaryKind = boundaryKindOf(tags);
      const names = everyNameOf(tags);
      if (!boundaryKind || !names || !outline) return;
      const what = { externalId: `${kind}/${id}`, kind: boundaryKind, ...names };
      boundaries.push({ id, boundary: { ...what, ...roundedPoint(point), geometry: outline } });
    },
    settle: () =>
      boundaries
        .sort((a, b) => a.id - b.id || compare(a.boundary.externalId!, b.boundary.externalId!))
        .map(({ boundary }) => boundary),
  };
}

function boundaryKindOf({ boundary, admin_level }: OsmTags): BoundaryKind | undefined {
  if (boundary !== 'administrative' || admin_level === undefined) return undefined;
  return Object.hasOwn(kindOfLevel, admin_level) ? kindOfLevel[admin_level] : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
