import { usageError } from '#tools/errors.ts';
import { inShell } from '#tools/files/run-program.ts';
import type { OsmElement, OsmFile, OsmKind, OsmTags } from '../readers/elements.ts';
import type { MemoryLimit } from './memory-limit.ts';

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

/** How many looks `looks` takes where objects may repeat, and where they do not. */
export const looksAtRepeats = 2;
export const looksAtSortedFile = 1;

/**
 * The passes over files for one kind of object. One is enough for a single file in which no object
 * occurs twice. Otherwise all files are read twice: an object that differs and is not wanted may
 * come before the one that is wanted.
 */
export function* looks(
  files: readonly OsmFile[],
  order: ReturnType<typeof openOrderCheck>,
): Generator<{ file: OsmFile; mayRepeat: boolean }> {
  const [only] = files;
  if (only && files.length === 1) {
    yield { file: only, mayRepeat: false };
    if (order.isSorted()) return;
  }
  for (let look = 0; look < looksAtRepeats; look++) {
    for (const file of files) yield { file, mayRepeat: true };
  }
}

/** An element and the file it is from. */
export interface Found<Element> {
  readonly element: Element;
  readonly path: string;
}

/** An object in a few bytes. */
interface Print {
  readonly path: string;
  /** Of a node its position, of a way its nodes, of a relation its members. */
  readonly place: number;
  /** 0 without tags. */
  readonly tags: number;
}

/** Objects of one kind that were seen. Objects that occur twice must be equal. */
export function openRepeats() {
  const known = new Map<number, Print>();
  return {
    has: (id: number) => known.has(id),
    /** Whether an object is new; throws if it was seen and was different. */
    isNew(element: OsmElement, path: string): boolean {
      const print = { path, place: placePrint(element), tags: tagsPrint(element.tags) };
      const before = known.get(element.id);
      if (before === undefined) known.set(element.id, print);
      else if (!isEqual(before, print)) throw differs(element, path, before.path);
      return before === undefined;
    },
    /** Returns true once for each object that was seen. */
    take: (id: number) => known.delete(id),
  };
}

/** Overpass repeats the nodes of ways without their tags. */
function isEqual(a: Print, b: Print): boolean {
  if (a.place !== b.place) return false;
  return a.tags === b.tags || (a.path === b.path && (a.tags === 0 || b.tags === 0));
}

/** The error for an object that is in two files, or twice in one, with different content. */
export function differs(object: { kind: OsmKind; id: number }, path: string, other: string) {
  const { kind, id } = object;
  const merged = 'osmium time-filter all.osh.pbf -o merged.osm.pbf';
  const [problem, command] =
    path === other
      ? ['comes twice and differs', `osmium sort ${inShell(path)} -o all.osh.pbf`]
      : [
          `differs from the same ${kind} in ${other}`,
          `osmium merge --with-history ${inShell(other)} ${inShell(path)} -o all.osh.pbf`,
        ];
  return usageError(
    `${path}, ${kind} ${id}: it ${problem}. Take files of one day, or keep the newest version of ` +
      `each object: ${command} && ${merged}; then import merged.osm.pbf`,
  );
}

/** Collects each element that is wanted once. */
export function openCollector<Element extends OsmElement>(
  isWanted: (element: Element) => boolean,
  memory: MemoryLimit,
) {
  const repeats = openRepeats();
  const wanted: Found<Element>[] = [];
  return {
    offer(element: Element, path: string): void {
      if (!repeats.has(element.id) && !isWanted(element)) return;
      if (!repeats.isNew(element, path)) return;
      wanted.push({ element, path });
      memory.add(element, path);
    },
    wanted: (): readonly Found<Element>[] => wanted,
  };
}

/** A hash of numbers by FNV-1a, in 32 bits. */
function hashOf(numbers: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const number of numbers) hash = Math.imul(hash ^ number, 0x01000193);
  return hash;
}

const hashOfText = (text: string) => hashOf(Buffer.from(text));

function placePrint(element: OsmElement): number {
  if (element.kind === 'way') return hashOf(element.refs);
  if (element.kind === 'node') {
    const { latitude, longitude } = element;
    return hashOf([Math.round(latitude * 1e7), Math.round(longitude * 1e7)]);
  }
  return hashOf(element.members.flatMap(({ kind, ref, role }) => [hashOfText(`${kind} ${role}`), ref])); // biome-ignore format: a line
}

/** The same in any order of the tags. */
function tagsPrint(tags: OsmTags | undefined): number {
  let sum = 0;
  for (const key in tags) sum = (sum + hashOfText(`${key}=${tags[key]}`)) | 0;
  return tags === undefined ? 0 : sum || 1;
}
