import type { OsmFile, OsmKind, OsmNodeColumns } from '../readers/elements.ts';
import type { MemoryLimit } from './memory-limit.ts';

/** A pass over a file. */
interface Look {
  readonly file: OsmFile;
  readonly withVersions: boolean;
}

/** Checks that each id is higher than the one before, so that no object occurs twice. */
export function openOrderCheck() {
  let last = -Infinity;
  let everyIdRose = true;
  return {
    see(id: number): void {
      if (id <= last) everyIdRose = false;
      last = id;
    },
    isSorted: () => everyIdRose,
  };
}

type OrderCheck = ReturnType<typeof openOrderCheck>;

/** How many looks `looks` takes where versions decide, and where they do not. */
export const looksWithVersions = 2;
export const looksAtSortedFile = 1;

/**
 * The passes over files that find the newest version of each object of one kind. One is enough for
 * a single file in which no object occurs twice. Otherwise versions decide, and all files are read
 * twice: a newer version, perhaps deleted or not wanted, may come before an older one.
 */
export function* looks(files: readonly OsmFile[], order: OrderCheck): Generator<Look> {
  const [only] = files;
  if (only && files.length === 1) {
    yield { file: only, withVersions: false };
    if (order.isSorted()) return;
  }
  for (let look = 0; look < looksWithVersions; look++) {
    for (const file of files) yield { file, withVersions: true };
  }
}

interface Versioned {
  readonly id: number;
  readonly version?: number;
}

/** An element and the file it is from. */
export interface Found<Element> {
  readonly element: Element;
  readonly path: string;
}

/**
 * Collects the newest version of each element that is wanted in any version; of equal versions the
 * first.
 */
export function openNewest<Element extends Versioned & { readonly kind: OsmKind }>(
  isWanted: (element: Element) => boolean,
  memory: MemoryLimit,
) {
  const newest = new Map<number, Found<Element> & { readonly isWanted: boolean }>();
  return {
    offer(element: Element, path: string): void {
      // Without versions none is newer. If an id occurs twice, all elements are added again with
      // versions.
      const known = element.version === undefined ? undefined : newest.get(element.id);
      if (known && versionOf(element) <= versionOf(known.element)) return;
      const wanted = isWanted(element);
      if (!known && !wanted) return;
      newest.set(element.id, { element, path, isWanted: wanted });
      memory.add(element, path);
    },
    /** Those whose newest version is wanted. */
    wanted: (): Found<Element>[] => [...newest.values()].filter(found => found.isWanted),
  };
}

/** An element without a version is older than any with one. */
function versionOf({ version = -1 }: Versioned): number {
  return version;
}

/** The newest versions of the nodes that are wanted in at least one version. */
export function openNodeVersions() {
  const newest = new Map<number, number>();
  return {
    /** Records a wanted node; returns false when it is not newer than an earlier one. */
    offer(node: Versioned): boolean {
      if (node.version === undefined) return true;
      if (node.version <= (newest.get(node.id) ?? -1)) return false;
      newest.set(node.id, node.version);
      return true;
    },
    /** Records nodes, wanted or not. */
    see({ ids, versions }: OsmNodeColumns): void {
      if (versions === undefined || newest.size === 0) return;
      for (let i = 0; i < ids.length; i++) {
        const known = newest.get(ids[i]!);
        if (known !== undefined && versions[i]! > known) newest.set(ids[i]!, versions[i]!);
      }
    },
    isOutdated: (node: Versioned) => versionOf(node) !== (newest.get(node.id) ?? -1),
  };
}

export type NodeVersions = ReturnType<typeof openNodeVersions>;
