import { boxesOf, packAreas, partHolds } from '../../../geo/areas.ts';
import { buildBoxIndex } from '../../../geo/box.ts';
import type { Position } from '../../../geo/polygon.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import { tidy } from './names.ts';

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
