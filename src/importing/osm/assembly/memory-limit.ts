import { getHeapStatistics } from 'node:v8';
import { usageError } from '#tools/errors.ts';
import type { OsmKind } from '../readers/elements.ts';

/** Bytes of memory for a wanted object until it is a row, and for each node of a way; measured. */
const bytesPerObject = 600;
const bytesPerNode = 50;

/** The share of the heap that wanted objects may take; the rest is for reading and sorting them. */
const shareOfHeap = 0.6;

/** Counts what is held, so that too large a file is refused before the process runs out of memory. */
export interface MemoryLimit {
  add(object: { kind: OsmKind; id: number; refs?: readonly number[] }, path: string): void;
}

/** Opens a limit; by default what the heap of this process allows. */
export function openMemoryLimit(
  mostBytes = shareOfHeap * getHeapStatistics().heap_size_limit,
): MemoryLimit {
  let objects = 0;
  let bytes = 0;
  return {
    add({ kind, id, refs }, path) {
      objects++;
      bytes += bytesPerObject + bytesPerNode * (refs?.length ?? 0);
      if (bytes <= mostBytes) return;
      throw usageError(
        `${path}, ${kind} ${id}: ${objects.toLocaleString('en')} places and addresses so far are ` +
          'more than the memory of this process holds; import a smaller extract, or allow more ' +
          'memory, as with NODE_OPTIONS=--max-old-space-size=8192 (in megabytes)',
      );
    },
  };
}
