import type { OsmFile, OsmRelation, OsmTags, OsmWay } from '../readers/elements.ts';
import { isArea, type MemberWays } from './areas.ts';
import { type Found, looks, openNewest, openOrderCheck } from './versions.ts';
import { type AssemblyContext, flawOf, type Wants } from './wanted.ts';

/** An element that is wanted because of its tags, so it has some. */
export type Tagged<Element> = Element & { readonly tags: OsmTags };

/** Reads the newest versions of the wanted relations; those that are no areas are flaws. */
export async function readRelations(
  files: readonly OsmFile[],
  { wants, report, memory }: AssemblyContext,
): Promise<Found<Tagged<OsmRelation>>[]> {
  const newest = openNewest<OsmRelation>(isTagged(wants), memory);
  const order = openOrderCheck();
  for (const { file, withVersions } of looks(files, order)) {
    for await (const batch of file.elements({ relations: true }, withVersions)) {
      for (const element of batch as readonly OsmRelation[]) {
        order.see(element.id);
        newest.offer(element, file.path);
      }
    }
  }
  const wanted = newest.wanted() as Found<Tagged<OsmRelation>>[];
  for (const relation of wanted.filter(({ element }) => !isArea(element))) {
    report(flawOf(relation, 'it is neither multipolygon nor boundary'));
  }
  return wanted.filter(({ element }) => isArea(element));
}

/**
 * Reads the newest versions of the wanted ways, and of the ways that relations are made of; `see`
 * gets every way.
 */
export async function readWays(
  files: readonly OsmFile[],
  { wants, memory }: AssemblyContext,
  relations: readonly Found<OsmRelation>[],
  see: (way: OsmWay) => void,
): Promise<{ wanted: Found<Tagged<OsmWay>>[]; members: MemberWays }> {
  const memberIds = new Set(relations.flatMap(({ element }) => element.members.map(m => m.ref)));
  const newest = openNewest<OsmWay>(isTagged(wants), memory);
  const members = openNewest<OsmWay>(({ id }) => memberIds.has(id), memory);
  const order = openOrderCheck();
  for (const { file, withVersions } of looks(files, order)) {
    for await (const batch of file.elements({ ways: true }, withVersions)) {
      for (const element of batch as readonly OsmWay[]) {
        order.see(element.id);
        newest.offer(element, file.path);
        members.offer(element, file.path);
        see(element);
      }
    }
  }
  return {
    wanted: newest.wanted() as Found<Tagged<OsmWay>>[],
    members: new Map(members.wanted().map(({ element }) => [element.id, element])),
  };
}

function isTagged(wants: Wants): (element: OsmRelation | OsmWay) => boolean {
  return ({ kind, tags }) => tags !== undefined && wants(kind, tags);
}
