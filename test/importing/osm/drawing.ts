import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openOsmObjects } from '#importing/osm/assembly/objects.ts';
import type { OsmFlaw, OsmObject } from '#importing/osm/assembly/osm-object.ts';
import { harvestOsm } from '#importing/osm/harvest.ts';
import type { OsmElement, OsmKind } from '#importing/osm/readers/elements.ts';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { osmPbf, osmXml } from '../osm-writer.ts';

const { path: folder } = temporaryFolder();

/** A map of lettered nodes: a column is a hundredth of a degree east of 22°, a row one south. */
const drawn = `
  a . . . b . . r . s
  . e . f . . . . . .
  . . . . . . . . . .
  . h . g . . . u . t
  d . . . c k . . . .
  . . . . m l . . . .
`;
const letters = new Map<string, Position>();
for (const [row, line] of drawn.trim().split('\n').entries()) {
  for (const [column, letter] of line.trim().split(' ').entries()) {
    if (letter !== '.') letters.set(letter, [(2200 + column) / 100, (3900 - row) / 100]);
  }
}
/** Where a lettered node is. */
export const at = (letter: string): Position => letters.get(letter)!;
export const ref = (letter: string): number => letter.charCodeAt(0);
export const positions = (text: string): Position[] => Array.from(text, at);

export type Tags = Readonly<Record<string, string>>;

export const nodes: OsmElement[] = Array.from(letters, ([letter, [longitude, latitude]]) => {
  return { kind: 'node', id: ref(letter), latitude, longitude, tags: undefined };
});
export const node = (letter: string, tags: Tags): OsmElement => {
  const [longitude, latitude] = at(letter);
  return { kind: 'node', id: ref(letter), latitude, longitude, tags };
};
export const way = (id: number, path: string, tags?: Tags): OsmElement => {
  return { kind: 'way', id, refs: Array.from(path, ref), tags };
};
/** Members as 'outer:1,2 inner:3'. */
export const relation = (id: number, members: string, tags: Tags): OsmElement => {
  const listed = members.split(' ').flatMap(part => {
    const [role = '', ids = ''] = part.split(':');
    return ids.split(',').map(way => ({ kind: 'way' as const, ref: Number(way), role }));
  });
  return { kind: 'relation', id, members: listed, tags };
};
export const park = { type: 'multipolygon', leisure: 'park' };

/** What is found in a file of these elements. */
export async function objectsOf(
  elements: readonly OsmElement[],
  wants = (_kind: OsmKind, _tags: Tags) => true,
  format: 'pbf' | 'xml' = 'pbf',
): Promise<{ objects: OsmObject[]; flaws: Flaw[] }> {
  return objectsIn([put(`file.${format}`, elements)], wants);
}

/** Writes a file as PBF, or as XML if its name ends so. */
export function put(name: string, contents: readonly OsmElement[] | string): string {
  const path = join(folder, name);
  if (typeof contents === 'string') writeFileSync(path, contents);
  else if (name.endsWith('.xml')) writeFileSync(path, osmXml(contents));
  else writeFileSync(path, Buffer.concat([...osmPbf(contents)]));
  return path;
}

export type Flaw = Pick<OsmFlaw, 'kind' | 'id' | 'problem' | 'leftOut'>;

/** What is found in files. */
export async function objectsIn(
  paths: readonly string[],
  wants = (_kind: OsmKind, _tags: Tags) => true,
): Promise<{ objects: OsmObject[]; flaws: Flaw[] }> {
  const flaws: Flaw[] = [];
  const files = await Promise.all(paths.map(openOsm));
  const found = openOsmObjects(files, wants, ({ kind, id, problem, leftOut }) =>
    flaws.push({ kind, id, problem, leftOut }),
  );
  const all = await Array.fromAsync(found.objects(), batch => [...batch]);
  return { objects: all.flat().map(o => ({ ...o, tags: { ...o.tags } })), flaws };
}

const mapping = await readOsmMapping();
type Harvest = Parameters<typeof harvestOsm>;

/** Reads files by the mapping that ships, on a day of 2026; no municipality is known. */
export const harvest = (paths: readonly string[], map?: Harvest[5], progress?: Harvest[4]) =>
  harvestOsm(paths, mapping, '2026-05-15', () => null, progress ?? (() => {}), map);
