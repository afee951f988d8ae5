import { unitsPerDegree, type Way } from '#domain/walking/ways.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { StreamedWay, WayPiece } from '../assembly/streamed-ways.ts';
import type { OsmTags } from '../readers/elements.ts';

/** Roads that one may walk on, unless a tag forbids it, and those on which a tag must allow it. */
const roads = ['trunk', 'primary', 'secondary', 'tertiary'];
const streets = ['unclassified', 'residential', 'living_street', 'road', 'service', 'pedestrian'];
const paths = ['footway', 'path', 'track', 'cycleway', 'bridleway', 'steps', 'corridor'];
const ground = ['platform', 'pier'];
const open = new Set([
  ...roads,
  ...roads.map(road => `${road}_link`),
  ...streets,
  ...paths,
  ...ground,
]);
const closed = new Set(['motorway', 'motorway_link', 'busway']);

/** What is walked across if it is an area; roads only if they are tagged as one. */
const squares = new Set(['pedestrian', 'footway', 'service']);

const allowing = new Set(['yes', 'designated', 'permissive', 'destination', 'official']);
const forbidding = new Set(['no', 'private', 'use_sidepath']);

/** What people walk on: the kind of road, or a platform or pier. */
function kindOf({ highway, railway, public_transport, man_made }: OsmTags): string {
  const isPlatform = railway === 'platform' || public_transport === 'platform';
  return highway ?? (isPlatform ? 'platform' : man_made === 'pier' ? 'pier' : '');
}

/**
 * Whether people may walk on a way. `foot` decides, then `access`, then the kind of road. A road
 * without a sidewalk may be walked on, as most roads of Greek villages must be.
 */
export function isWalkable(tags: OsmTags): boolean {
  const { foot = '', access = '', motorroad } = tags;
  const kind = kindOf(tags);
  if (allowing.has(foot)) return open.has(kind) || closed.has(kind);
  if (forbidding.has(foot) || forbidding.has(access) || motorroad === 'yes') return false;
  return open.has(kind);
}

/** Whether one may walk across what a closed way or a multipolygon with these tags encloses. */
function isArea(tags: OsmTags): boolean {
  const kind = kindOf(tags);
  if (ground.includes(kind)) return tags.area !== 'no';
  return squares.has(kind) && (tags.area === 'yes' || tags.type === 'multipolygon');
}

/** Two nodes of a way are nearer to each other, in degrees; otherwise a position is wrong. */
const mostDegrees = 0.1;

/** Ids of relations begin here, so that none is the id of a way. */
const firstRelationId = -(2 ** 40);

/**
 * An object as a way to walk on; undefined if it is none. What lacks nodes is walked piece by piece,
 * and not across.
 */
export function wayOf(object: StreamedWay): Way | undefined {
  const { kind, id, tags, isCut, outline } = object;
  if (!isWalkable(tags)) return undefined;
  const isWhole = outline !== undefined && !isCut;
  const isCrossed = isWhole && isArea(tags);
  const pieces = kind === 'relation' ? isCrossed && object.borders : object.pieces;
  if (!pieces || pieces.length === 0 || !pieces.every(isPlausible)) return undefined;
  return {
    id: kind === 'relation' ? firstRelationId - id : id,
    isSteps: tags.highway === 'steps',
    isOffGround: isOffGround(tags),
    isArea: isCrossed,
    parts: pieces.map(({ refs, line }) => ({ nodes: refs, points: line.flatMap(toUnits) })),
  };
}

const toUnits = (position: Position) =>
  position.map(degrees => Math.round(degrees * unitsPerDegree));

const isSet = (tag: string | undefined) => tag !== undefined && tag !== 'no';

/** A passage through a building is a tunnel on the ground. */
function isOffGround({ bridge, tunnel, layer }: OsmTags): boolean {
  return isSet(bridge) || (isSet(tunnel) && tunnel !== 'building_passage') || Number(layer) < 0;
}

function isPlausible({ line }: WayPiece): boolean {
  const isNear = ([x, y]: Position, [otherX, otherY]: Position) =>
    Math.abs(x - otherX) < mostDegrees && Math.abs(y - otherY) < mostDegrees;
  return line.every((end, i) => i === 0 || isNear(line[i - 1]!, end));
}
