import type { Nearby, Place } from './places.ts';
import { openRenderLoop, type RenderLoop, tablesEnd, writeTables } from './render-loop.ts';

/**
 * The JSON of every place, ready but for the distance. An answer is then mostly copying, many
 * times faster than `JSON.stringify`.
 */
export interface PlaceSlab {
  /**
   * Shared between threads: for each row where its fragment starts (32 bits), the end of the last
   * one, then the fragments.
   */
  readonly memory: WebAssembly.Memory;
  readonly rows: number;
}

/** A slab for fragments of these lengths in bytes, which the caller fills in. */
export function emptySlab(lengths: Uint32Array) {
  const first = 4 * (lengths.length + 1);
  const size = lengths.reduce((sum, length) => sum + length, first);
  const memory = slabMemory(size);
  const offsets = new Uint32Array(memory.buffer, 0, lengths.length + 1);
  offsets[0] = first;
  for (let row = 0; row < lengths.length; row++) offsets[row + 1] = offsets[row]! + lengths[row]!;
  const slab: PlaceSlab = { memory, rows: lengths.length };
  return { slab, offsets, bytes: new Uint8Array(memory.buffer) };
}

const pageBytes = 65_536;

/** Memory for a slab of that size. */
export function slabMemory(bytes: number): WebAssembly.Memory {
  const pages = Math.ceil(bytes / pageBytes);
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
}

/** How many bytes the fragment of a place takes at most. */
export function fragmentRoom(place: Place): number {
  const { external_id, name_en, name_gr, place_category } = place;
  const texts = [external_id, name_en, name_gr, place_category];
  // A control character takes six bytes (\u001f); 300 are for names of fields and for numbers.
  return texts.reduce((room, text) => room + 6 * (text?.length ?? 0), 300);
}

/**
 * Writes the JSON of a place up to and including `"distance":` and returns its end. The fields are
 * in the wire's order; the distance comes last, so that its digits can be appended.
 */
export function writeFragment(place: Place, bytes: Buffer, start: number): number {
  let at = start;
  // Bytes are written at once as far as they are plain ASCII, which is quicker.
  let plain = `{"id":${place.id}`;
  const writeText = (name: string, text: string | null) => {
    if (text === null) plain += `,"${name}":null`;
    else if (!special.test(text)) plain += `,"${name}":"${text}"`;
    else {
      at += bytes.write(`${plain},"${name}":`, at, 'latin1');
      at += bytes.write(JSON.stringify(text), at);
      plain = '';
    }
  };
  writeText('external_id', place.external_id);
  writeText('name_en', place.name_en);
  writeText('name_gr', place.name_gr);
  writeText('place_category', place.place_category);
  plain += `,"place_type":"${place.place_type}","latitude":${place.latitude}`;
  return at + bytes.write(`${plain},"longitude":${place.longitude},"distance":`, at, 'latin1');
}

/** What is no ASCII, or what JSON writes another way than it stands. */
const special = /[^ !#-[\]-~]/;

/** Room for the digits of a distance below 10 km in centimetres, a brace and a comma. */
const tailRoom = 12;

/** Where an answer is put together; it grows with the largest one. */
const own = new WebAssembly.Memory({ initial: 32 });
writeTables(own);

/** The loop over each slab in use. */
const loops = new WeakMap<PlaceSlab, RenderLoop>();

function loopOver(slab: PlaceSlab): RenderLoop {
  const known = loops.get(slab);
  if (known) return known;
  const loop = openRenderLoop(own, slab.memory);
  loops.set(slab, loop);
  return loop;
}

const emptyAnswer = Buffer.from('[]');

/**
 * The JSON array of an answer: each place's fragment and its distance rounded to centimetres. The
 * bytes hold until the next answer: send a copy.
 */
export function renderNearby(slab: PlaceSlab, { rows, metres }: Nearby): Buffer {
  if (rows.length === 0) return emptyAnswer;
  const rowsAt = tablesEnd;
  const metresAt = rowsAt + 8 * Math.ceil(rows.length / 2);
  const answerAt = metresAt + 8 * rows.length;
  makeRoom(answerAt + 1 + sizeOf(slab, rows));
  new Uint32Array(own.buffer, rowsAt).set(rows);
  new Float64Array(own.buffer, metresAt).set(metres);
  const end = loopOver(slab)(rowsAt, metresAt, rows.length, answerAt + 1);
  const answer = Buffer.from(own.buffer, answerAt, end - answerAt);
  answer[0] = 0x5b;
  // Over the last comma.
  answer[answer.length - 1] = 0x5d;
  return answer;
}

/** How much room the places of an answer take at most. */
function sizeOf({ memory }: PlaceSlab, rows: Uint32Array): number {
  const offsets = new Uint32Array(memory.buffer);
  let size = 0;
  for (const row of rows) size += offsets[row + 1]! - offsets[row]! + tailRoom;
  return size;
}

function makeRoom(bytes: number): void {
  const lacking = bytes - own.buffer.byteLength;
  if (lacking > 0) own.grow(Math.ceil(lacking / pageBytes));
}
