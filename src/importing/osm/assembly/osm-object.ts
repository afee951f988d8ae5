import { basename } from 'node:path';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { countReasons } from '../../report.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import type { AreaBorder } from './assemble-areas.ts';
import type { MemoryLimit } from './memory-limit.ts';
import type { Found } from './repeats.ts';

/** A node, way or relation put together: what it is and where. */
export interface OsmObject {
  readonly kind: OsmKind;
  readonly id: number;
  readonly tags: OsmTags;
  /** [longitude, latitude]: the node itself, inside the area, or half way along the line. */
  readonly point: Position;
  /** The area of a closed way, a multipolygon or a boundary. */
  readonly outline?: PolygonGeometry;
  /** The course of a way. */
  readonly line?: readonly Position[];
  /** Whether it is made without a part that is not in the file. */
  readonly isCut?: boolean;
  /** The ways around the area of a relation. */
  readonly borders?: readonly AreaBorder[];
}

/** Whether an object is wanted, by its kind and tags. It is called only for objects with tags. */
export type Wants = (kind: OsmKind, tags: OsmTags) => boolean;

/** A fault of a wanted object, which is then left out or returned incomplete. */
export interface OsmFlaw {
  readonly file: string;
  readonly kind: OsmKind;
  readonly id: number;
  readonly tags: OsmTags;
  /** The same text for all objects with this fault. */
  readonly problem: string;
  /** Details of this object. */
  readonly detail?: string;
  readonly leftOut: boolean;
}

export type Report = (flaw: OsmFlaw) => void;

/** What the reading of every kind of object needs. */
export interface AssemblyContext {
  readonly wants: Wants;
  readonly report: Report;
  readonly memory: MemoryLimit;
}

/** A fault of an object that is left out or, if `leftOut` is false, returned incomplete. */
export function flawOf(
  { element, path }: Found<{ kind: OsmKind; id: number; tags: OsmTags }>,
  problem: string,
  leftOut = true,
): OsmFlaw {
  const { kind, id, tags } = element;
  return { file: basename(path), kind, id, tags, problem, leftOut };
}

/** Counts the faults of objects: of those that are lost as rows, and of the others. */
export function countFlaws() {
  const lost = countReasons();
  const noted = countReasons();
  return {
    add({ file, kind, id, problem, detail, leftOut }: OsmFlaw, isRow: boolean): void {
      const where = `${file}, ${kind} ${id}`;
      const example = detail === undefined ? where : `${where}: ${detail}`;
      const fate = leftOut ? 'left out' : 'used in part';
      if (leftOut && isRow) lost.add(problem, example);
      else noted.add(`${problem}, ${fate}`, example);
    },
    list: () => ({ lost: lost.list(), noted: noted.list() }),
  };
}
