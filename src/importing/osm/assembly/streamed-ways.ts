import type { Position } from '#tools/geo/polygon.ts';
import type { OsmFile, OsmRelation, OsmTags, OsmWay } from '../readers/elements.ts';
import {
  type Assembled,
  assembleLine,
  assembleWay,
  lacksParts,
  ringMembers,
  type WayShape,
} from './assemble-areas.ts';
import { isOnEarth, type NodeTable, positionsOf } from './node-table.ts';
import { flawOf, type OsmObject, type Report } from './osm-object.ts';
import { openRepeats } from './repeats.ts';

/** A way without a point: most ways of a map need none. */
export interface StreamedWay extends Omit<OsmObject, 'point' | 'version'> {
  /** The nodes that the file has: those between two missing ones are a piece. */
  readonly pieces?: readonly WayPiece[];
}

/** Nodes of a way, one after the other. */
export interface WayPiece {
  readonly refs: readonly number[];
  readonly line: readonly Position[];
}

/** How many node ids a chunk holds. */
const chunkIds = 2 ** 20;

/**
 * Ways that are too many to be held. When ways are read first, only the ids of their nodes are
 * kept. When the nodes are known, the ways are read again and given one after the other.
 */
export function openStreamedWays(wants: (tags: OsmTags) => boolean) {
  const repeats = openRepeats();
  let anyRepeats = false;
  let levels: BorderLevels = new Map();
  const tagged = (way: OsmWay) => withBorderTags(way, levels.get(way.id));
  let ids = openIdList();
  return {
    /** To be called before any way is seen. */
    setBorderLevels(of: BorderLevels): void {
      levels = of;
    },
    /** To be called with every way of every pass. */
    see(way: OsmWay, path: string, mayRepeat: boolean): void {
      const { id, tags, refs } = tagged(way);
      const isWanted = tags !== undefined && wants(tags);
      anyRepeats ||= mayRepeat;
      const isKnown = mayRepeat && (isWanted || repeats.has(id)) && !repeats.isNew(way, path);
      if (isWanted && !isKnown) ids.add(refs);
    },
    /** Hands over the ids of the nodes that the table must hold; to be called once. */
    takeNodeIds(): Iterable<Float64Array> {
      const taken = ids.chunks();
      ids = openIdList();
      return taken;
    },
    async *ways(
      files: readonly OsmFile[],
      nodes: NodeTable,
      report: Report,
    ): AsyncGenerator<Iterable<StreamedWay>> {
      for (const file of files) {
        for await (const batch of file.elements({ ways: true })) {
          const found = (batch as readonly OsmWay[])
            .map(tagged)
            .filter(({ tags }) => tags !== undefined && wants(tags))
            .filter(({ id }) => !anyRepeats || repeats.take(id));
          yield assembled(found, nodes, flaw => report(flaw), file.path);
        }
      }
    },
  };
}

function* assembled(
  ways: readonly OsmWay[],
  nodes: NodeTable,
  report: Report,
  path: string,
): Generator<StreamedWay> {
  for (const way of ways) {
    const tags = way.tags!;
    const { shape, problem } = shapeOf(way, nodes);
    const element = { kind: way.kind, id: way.id, tags };
    if (problem) report(flawOf({ element, path }, problem, shape === undefined));
    const isCut = lacksParts(problem);
    const pieces = isCut ? piecesOf(way, nodes) : [{ refs: way.refs, line: shape?.line ?? [] }];
    // The rest of a ring that is cut may still be a line.
    const [rest] = isCut ? pieces : [];
    if (shape || rest) yield { ...element, line: rest?.line ?? [], ...shape, pieces, isCut };
  }
}

function shapeOf(way: OsmWay, nodes: NodeTable): Assembled<WayShape> {
  const { refs, locations } = way;
  if (locations === undefined) return assembleWay(refs, nodes);
  return assembleLine(
    refs,
    refs.flatMap((_, i) => positionsAt(way, i, nodes)),
  );
}

/** The position of a node of a way; none if it is missing. */
function positionsAt({ refs, locations }: OsmWay, i: number, nodes: NodeTable): Position[] {
  if (locations === undefined) return positionsOf([refs[i]!], nodes);
  const [longitude, latitude] = [locations[2 * i]!, locations[2 * i + 1]!];
  return isOnEarth(latitude, longitude) ? [[longitude, latitude]] : [];
}

function piecesOf(way: OsmWay, nodes: NodeTable): WayPiece[] {
  const pieces: { refs: number[]; line: Position[] }[] = [{ refs: [], line: [] }];
  for (const [i, ref] of way.refs.entries()) {
    const [position] = positionsAt(way, i, nodes);
    if (position) {
      pieces.at(-1)!.refs.push(ref);
      pieces.at(-1)!.line.push(position);
    } else pieces.push({ refs: [], line: [] });
  }
  return pieces.filter(({ refs }) => refs.length > 1);
}

/** Ids in chunks: 8 bytes each, and never copied to grow. */
function openIdList() {
  const full: Float64Array[] = [];
  let chunk = new Float64Array(chunkIds);
  let count = 0;
  return {
    add(refs: readonly number[]): void {
      for (const ref of refs) {
        if (count === chunkIds) {
          full.push(chunk);
          chunk = new Float64Array(chunkIds);
          count = 0;
        }
        chunk[count++] = ref;
      }
    },
    chunks: (): Float64Array[] => [...full, chunk.subarray(0, count)],
  };
}

/** The `admin_level` of ways that borders are made of, by the id of the way; the highest unit's. */
type BorderLevels = ReadonlyMap<number, number>;

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
function withBorderTags(way: OsmWay, level: number | undefined): OsmWay {
  if (level === undefined || way.refs.length === 0) return way;
  const own = Number(way.tags?.admin_level);
  const lowest = String(own < level ? own : level);
  return { ...way, tags: { ...way.tags, boundary: 'administrative', admin_level: lowest } };
}
