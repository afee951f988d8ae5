import { basename } from 'node:path';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import type { MemoryLimit } from './memory-limit.ts';
import type { Found } from './versions.ts';

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
