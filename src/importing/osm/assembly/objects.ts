import { pointHalfway, pointInside } from '#tools/geo/inside.ts';
import type { OsmFile, OsmRelation, OsmTags, OsmWay } from '../readers/elements.ts';
import {
  type Assembled,
  assembleArea,
  assembleWay,
  lacksParts,
  type MemberWays,
} from './assemble-areas.ts';
import { openMemoryLimit } from './memory-limit.ts';
import { keepLocations, type NodeTable, nodeTable } from './node-table.ts';
import { flawOf, type OsmObject, type Report, type Wants } from './osm-object.ts';
import { readNodes, readOsmWays, readRelations, type Tagged } from './read-elements.ts';
import { type Found, looksAtRepeats, looksAtSortedFile } from './repeats.ts';
import { borderLevelsOf, openStreamedWays } from './streamed-ways.ts';

/**
 * Opens the wanted objects of files, which are one dataset: an object that is in several files
 * counts once, and one that differs throws. Relations, ways and nodes are read in turn, each for
 * what the one before needs. Memory is that of the wanted ways and relations and of the nodes
 * they are made of; when the objects that are read take more than `memory` allows, it throws. The
 * ways that `streamed` wants are too many to be held, and are read once more after all objects.
 */
export function openOsmObjects(
  files: readonly OsmFile[],
  wants: Wants,
  report: Report = () => {},
  memory = openMemoryLimit(),
  streamed = { wants: (_tags: OsmTags) => false, report: (() => {}) as Report },
) {
  const reading = { wants, report, memory };
  const ways = openStreamedWays(streamed.wants);
  let nodes: NodeTable;
  return {
    /** How often each file is read, for a progress bar; more often where an object occurs twice. */
    passes: 3 * (files.length === 1 ? looksAtSortedFile : looksAtRepeats),
    /** Nodes first, then ways and relations, in batches; to be called once. */
    async *objects(): AsyncGenerator<Iterable<OsmObject>> {
      const relations = await readRelations(files, reading);
      ways.setBorderLevels(borderLevelsOf(relations.map(({ element }) => element)));
      const { wanted, members } = await readOsmWays(files, reading, relations, ways.see);
      const held = [...wanted.map(({ element }) => element), ...members.values()];
      nodes = tableOf(held, ways.takeNodeIds());
      yield* readNodes(files, reading, nodes);
      yield assembled(wanted, ({ refs }) => wayPlace(refs, nodes), report);
      yield assembled(relations, r => areaPlace(r, members, nodes), report);
    },
    /** The ways that `streamed` wants, in the order of the files. */
    ways: () => ways.ways(files, nodes, streamed.report),
  };
}

function tableOf(
  ways: readonly Pick<OsmWay, 'refs' | 'locations'>[],
  others: Iterable<Float64Array>,
): NodeTable {
  const table = nodeTable([...ways.map(({ refs }) => refs), ...others]);
  for (const { refs, locations } of ways) if (locations) keepLocations(table, refs, locations);
  return table;
}

type Place = Pick<OsmObject, 'point' | 'outline' | 'line' | 'borders'>;

function wayPlace(refs: readonly number[], nodes: NodeTable): Assembled<Place> {
  const { shape, problem } = assembleWay(refs, nodes);
  if (shape === undefined) return { problem };
  const { line, outline } = shape;
  return {
    shape: { point: outline ? pointInside(outline) : pointHalfway(line), ...shape },
    problem,
  };
}

function areaPlace(relation: OsmRelation, ways: MemberWays, nodes: NodeTable): Assembled<Place> {
  const { shape: outline, problem, borders } = assembleArea(relation, ways, nodes);
  return { shape: outline && { point: pointInside(outline), outline, borders }, problem };
}

/** Assembles one object after the other, as they are asked for. */
function* assembled<Element extends Tagged<OsmRelation | OsmWay>>(
  all: readonly Found<Element>[],
  placeOf: (element: Element) => Assembled<Place>,
  report: Report,
): Generator<OsmObject> {
  for (const found of all) {
    const { shape, problem } = placeOf(found.element);
    const { kind, id, tags } = found.element;
    if (problem) report(flawOf(found, problem, shape === undefined));
    const cut = lacksParts(problem) ? { isCut: true } : {};
    if (shape) yield { kind, id, tags, ...shape, ...cut };
  }
}
