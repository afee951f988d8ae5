import type { OsmRelation, OsmWay } from '../readers/elements.ts';
import { ringMembers } from './areas.ts';

/** The `admin_level` of ways that borders are made of, by the id of the way; the highest unit's. */
export type BorderLevels = ReadonlyMap<number, number>;

/** The levels of the ways of boundaries: many such ways have no tags of their own. */
export function borderLevelsOf(relations: readonly OsmRelation[]): BorderLevels {
  const levels = new Map<number, number>();
  for (const relation of relations) {
    const { boundary, admin_level } = relation.tags ?? {};
    const level = Number(admin_level);
    if (boundary !== 'administrative' || !(level > 0)) continue;
    for (const { ref } of ringMembers(relation)) {
      levels.set(ref, Math.min(level, levels.get(ref) ?? level));
    }
  }
  return levels;
}

/** A way with the tags that the boundary around it gives it; a deleted one stays deleted. */
export function withBorderTags(way: OsmWay, level: number | undefined): OsmWay {
  if (level === undefined || way.refs.length === 0) return way;
  const own = Number(way.tags?.admin_level);
  const lowest = String(own < level ? own : level);
  return { ...way, tags: { ...way.tags, boundary: 'administrative', admin_level: lowest } };
}
