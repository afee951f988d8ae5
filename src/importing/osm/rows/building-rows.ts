import { type Building, buildingLimits, isTooLong } from '#domain/zones/buildings.ts';
import { boundsOf, polygonsOf } from '#tools/geo/polygon.ts';
import { yearIn } from '../../datasets/building-dataset.ts';
import type { AreaBorder } from '../assembly/assemble-areas.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmTags } from '../readers/elements.ts';
import { tidy } from './osm-names.ts';

/** Values of `building` that stand for none above the ground. */
const noBuilding = ['no', 'entrance', 'demolished', 'razed', 'construction', 'proposed'];

/** Whether tags are those of a building that stands. */
export function isBuilding({ building, location }: OsmTags): boolean {
  return building !== undefined && !noBuilding.includes(building) && location !== 'underground';
}

/** The building of a closed way or of a multipolygon; undefined for another object. */
export function buildingOf({
  kind,
  id,
  tags: own,
  outline,
  borders = [],
}: Omit<OsmObject, 'point'>): Building | undefined {
  if (!isBuilding(own) || !outline) return undefined;
  if (polygonsOf(outline).flat(2).length > buildingLimits.positions) return undefined;
  if (isTooLong(boundsOf(outline))) return undefined;
  // What its outer way says too, if that is the same building.
  const outer = outerOf(borders);
  const tags =
    outer.length === 1 && isBuilding(outer[0]!.tags) ? { ...outer[0]!.tags, ...own } : own;
  return {
    externalId: `${kind}/${id}`,
    name: tidy(tags['name:el']) ?? tidy(tags.name),
    use: tags.building === 'yes' ? null : tidy(tags.building),
    levels: numberIn(tags['building:levels'], buildingLimits.levels),
    heightMetres: numberIn(tags.height ?? tags['building:height'], buildingLimits.heightMetres),
    constructionYear: yearIn(tags.start_date ?? '') ?? null,
    material: tidy(tags['building:material']),
    geometry: outline,
  };
}

/** The outer ways of an area by their roles, which are outer, or empty beside inner ones. */
export function outerOf(borders: readonly AreaBorder[]): AreaBorder[] {
  const roles = borders.some(({ role }) => role === 'inner') ? ['outer', ''] : ['outer'];
  return borders.filter(({ role }) => roles.includes(role));
}

/** A plain number, perhaps in metres; null for other units and lists, which are not known. */
function numberIn(
  text: string | undefined,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  const [, digits] = /^(\d{1,4}(?:[.,]\d{1,3})?)(?: ?m)?$/.exec(text?.trim() ?? '') ?? [];
  const value = Number(digits?.replace(',', '.'));
  return value >= least && value <= most ? value : null;
}
