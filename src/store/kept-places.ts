import { deserialize, serialize } from 'node:v8';
import type { PackedPlaces } from '../property/pack-places.ts';
import { slabMemory } from '../property/places-json.ts';
import { fingerprint, readKept, writeKept } from './kept-file.ts';
import { type LoadedSource, stateOf } from './store.ts';

/** Fewer places are packed sooner than a file is read. */
export const manyPlaces = 50_000;

/** Tells places apart that are not the same: by what was imported and by the code that packs. */
function keyOf(sources: readonly LoadedSource[]): string {
  return JSON.stringify([fingerprint(), stateOf('places', sources).version]);
}

/** The places of these sources as they were packed before, if they were kept. */
export function readKeptPlaces(
  path: string,
  sources: readonly LoadedSource[],
): PackedPlaces | undefined {
  const memories: WebAssembly.Memory[] = [];
  const makeRoom = (bytes: number, piece: number) => {
    if (piece === 0) return Buffer.allocUnsafeSlow(bytes);
    // The slab is the larger piece by far: it is read to where it stays.
    memories.push(slabMemory(bytes));
    return new Uint8Array(memories[0]!.buffer);
  };
  const pieces = readKept(path, keyOf(sources), makeRoom);
  if (!pieces) return undefined;
  const { places, rows } = deserialize(pieces[0]!);
  return { places, placeSlab: { memory: memories[0]!, rows } };
}

/** Keeps packed places for the next start. */
export function keepPlaces(
  path: string,
  sources: readonly LoadedSource[],
  { places, placeSlab }: PackedPlaces,
): void {
  const index = serialize({ places, rows: placeSlab.rows });
  writeKept(path, keyOf(sources), [index, new Uint8Array(placeSlab.memory.buffer)]);
}
