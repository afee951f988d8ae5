import { basename } from 'node:path';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import type { MemoryLimit } from './memory-limit.ts';
import type { Found } from './versions.ts';

/** Says whether an object is wanted, by its kind and tags; asked about those with tags only. */
export type Wants = (kind: OsmKind, tags: OsmTags) => boolean;

/** What is wrong with a wanted object, which is then left out or given as far as it goes. */
export interface OsmFlaw {
  readonly file: string;
  readonly kind: OsmKind;
  readonly id: number;
  readonly tags: OsmTags;
  /** In words that are the same for all objects with this flaw. */
  readonly problem: string;
  /** What is known of this very object. */
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

/** A flaw of an object that is left out or, if `leftOut` is false, given as far as it goes. */
export function flawOf(
  { element, path }: Found<{ kind: OsmKind; id: number; tags: OsmTags }>,
  problem: string,
  leftOut = true,
): OsmFlaw {
  const { kind, id, tags } = element;
  return { file: basename(path), kind, id, tags, problem, leftOut };
}
