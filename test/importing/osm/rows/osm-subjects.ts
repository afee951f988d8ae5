import type { OsmObject } from '#importing/osm/assembly/osm-object.ts';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import { type OsmCandidate, osmPlaceRules } from '#importing/osm/rows/place-rows.ts';
import type { Position } from '#tools/geo/polygon.ts';

/** Tags as `amenity=bank name=Alpha_Bank`; an underscore in a name is a space. */
export function tagsOf(text: string): Record<string, string> {
  const pairs = text.split(' ').map(pair => {
    const [, key = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return [key, /name/.test(key) ? value.replaceAll('_', ' ') : value];
  });
  return Object.assign(Object.create(null), Object.fromEntries(pairs));
}

/** A node, by default near Volos. */
export function node(tags: string, id = 1, point: Position = [22.95, 39.36]): OsmObject {
  return { kind: 'node', id, tags: tagsOf(tags), point };
}

/** A square area around a point, with sides of this length in metres. */
export function area(
  tags: string,
  { kind = 'way' as 'way' | 'relation', id = 1, at = [22.95, 39.36] as Position, sides = 100 } = {},
): OsmObject {
  const [x, y] = at;
  const [dx, dy] = [degreesEast(sides / 2, y), degreesNorth(sides / 2)];
  const ring: Position[] = [
    [x - dx, y - dy],
    [x + dx, y - dy],
    [x + dx, y + dy],
    [x - dx, y + dy],
    [x - dx, y - dy],
  ];
  const outline = { type: 'Polygon', coordinates: [ring] } as const;
  const object = { kind, id, tags: tagsOf(tags), point: at, outline };
  return kind === 'way' ? { ...object, line: ring } : object;
}

/** An open way. */
export function line(tags: string, id: number, ...course: readonly Position[]): OsmObject {
  return { kind: 'way', id, tags: tagsOf(tags), point: course[0]!, line: course };
}

/** Degrees of latitude over some metres to the north of Volos. */
export function degreesNorth(metres: number): number {
  return metres / 111_025;
}

function degreesEast(metres: number, latitude: number): number {
  return metres / (111_412 * Math.cos((latitude * Math.PI) / 180));
}

/** The mapping that ships, on a day of 2026. */
export const rules = osmPlaceRules(await readOsmMapping(), '2026-05-15');

/**
 * The places that the rules make of objects, checked as in an import: by kind and tags first, then
 * as a whole.
 */
export function candidatesOf(...objects: readonly OsmObject[]): OsmCandidate[] {
  return objects
    .filter(({ kind, tags }) => rules.wants(kind, tags))
    .flatMap(object => rules.placesOf(object));
}
