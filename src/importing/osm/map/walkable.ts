import { unitsPerDegree, type Way } from '#domain/walking/ways.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { StreamedWay } from '../assembly/streamed-ways.ts';
import type { OsmTags } from '../readers/elements.ts';

/** Roads that one may walk on, unless a tag forbids it, and those on which a tag must allow it. */
const roads = ['trunk', 'primary', 'secondary', 'tertiary'];
const streets = ['unclassified', 'residential', 'living_street', 'road', 'service', 'pedestrian'];
const paths = ['footway', 'path', 'track', 'cycleway', 'bridleway', 'steps'];
const open = new Set([...roads, ...roads.map(road => `${road}_link`), ...streets, ...paths]);
const closed = new Set(['motorway', 'motorway_link', 'busway']);

const allowing = new Set(['yes', 'designated', 'permissive']);
const forbidding = new Set(['no', 'private', 'use_sidepath']);

/**
 * Whether people may walk on a way. `foot` decides, then `access`, then the kind of road. A road
 * without a sidewalk may be walked on, as most roads of Greek villages must be.
 */
export function isWalkable({ highway = '', foot = '', access = '', motorroad }: OsmTags): boolean {
  if (allowing.has(foot)) return open.has(highway) || closed.has(highway);
  if (forbidding.has(foot) || forbidding.has(access) || motorroad === 'yes') return false;
  return open.has(highway);
}

/** Two nodes of a way are nearer to each other, in degrees; otherwise a position is wrong. */
const mostDegrees = 0.1;

/** An object as a way to walk on; undefined if it is none, or lacks nodes. */
export function wayOf({ kind, id, tags, line, refs }: StreamedWay): Way | undefined {
  if (kind !== 'way' || !isWalkable(tags) || !line || !refs) return undefined;
  if (line.length !== refs.length || !isPlausible(line)) return undefined;
  return {
    id,
    isSteps: tags.highway === 'steps',
    isOffGround: isOffGround(tags),
    nodes: refs,
    points: line.flatMap(position => position.map(degrees => Math.round(degrees * unitsPerDegree))),
  };
}

const isSet = (tag: string | undefined) => tag !== undefined && tag !== 'no';

/** A passage through a building is a tunnel on the ground. */
function isOffGround({ bridge, tunnel, layer }: OsmTags): boolean {
  return isSet(bridge) || (isSet(tunnel) && tunnel !== 'building_passage') || Number(layer) < 0;
}

function isPlausible(line: readonly Position[]): boolean {
  const isNear = ([x, y]: Position, [otherX, otherY]: Position) =>
    Math.abs(x - otherX) < mostDegrees && Math.abs(y - otherY) < mostDegrees;
  return line.every((end, i) => i === 0 || isNear(line[i - 1]!, end));
}
