import type { Boundary, BoundaryKind } from '#domain/geocoder/rows/country-rows.ts';
import { buildBoxIndex } from '#tools/geo/box-index.ts';
import { boxesOf, packAreas, partHolds } from '#tools/geo/packed-areas.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { canBeAssembled } from '../assembly/assemble-areas.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import type { OsmLayer } from './layer.ts';
import { roundedPoint } from './layer.ts';
import { everyNameOf, tidy } from './osm-names.ts';

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
      canBeAssembled(kind, tags),
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
        .sort((a, b) => a.id - b.id || (a.boundary.externalId! < b.boundary.externalId! ? -1 : 1))
        .map(({ boundary }) => boundary),
  };
}

function boundaryKindOf({ boundary, admin_level }: OsmTags): BoundaryKind | undefined {
  if (boundary !== 'administrative' || admin_level === undefined) return undefined;
  return Object.hasOwn(kindOfLevel, admin_level) ? kindOfLevel[admin_level] : undefined;
}

/** Municipalities of Greece, the δήμοι, are administrative areas of this level. */
const municipalityLevel = '7';

/** Whether an object is the area of a municipality. */
export function isMunicipality(kind: OsmKind, tags: OsmTags): boolean {
  const isAdministrative = tags.boundary === 'administrative';
  return kind !== 'node' && isAdministrative && tags.admin_level === municipalityLevel;
}

/**
 * Finds the name of the municipality at a point, null where there is none. On a common border
 * the one of the lower id has it.
 */
export function municipalityFinder(
  areas: readonly OsmObject[],
): (position: Position) => string | null {
  const named = areas
    .toSorted((a, b) => a.id - b.id || (a.kind < b.kind ? -1 : 1))
    .flatMap(({ tags, outline }) => {
      const name = tidy(tags['name:el']) ?? tidy(tags.name);
      return name === null || outline === undefined ? [] : [{ name, outline }];
    });
  const packed = packAreas(named.map(({ outline }) => outline));
  const around = buildBoxIndex(boxesOf(packed));
  return position => {
    const part = around(...position).find(found => partHolds(packed, found, ...position));
    return part === undefined ? null : named[packed.owners[part]!]!.name;
  };
}
