import type { Nearby } from './nearest-first.ts';
import type { Place } from './places.ts';

/**
 * The JSON of every place without the distance. A response is then mostly copying, which is many
 * times faster than `JSON.stringify`.
 */
export interface PlaceJsonBytes {
  /** Where the fragment of each row starts in `bytes`, and the end of the last one. */
  readonly offsets: Uint32Array;
  /** The fragments, followed by space in which `renderNearby` builds a response. */
  readonly bytes: Uint8Array;
}

/** The space in which a response is built; nearly every response fits. */
const reservedResponseBytes = 2 ** 20;

/** Empty memory for fragments of these lengths in bytes. The caller fills it. */
export function emptyPlaceJsonBytes(lengths: Uint32Array): PlaceJsonBytes {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let row = 0; row < lengths.length; row++) offsets[row + 1] = offsets[row]! + lengths[row]!;
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const responseBytes = Math.max(reservedResponseBytes, 2 + longest + maxTailBytes);
  return { offsets, bytes: new Uint8Array(offsets.at(-1)! + responseBytes) };
}

/** The maximum size of a place's fragment in bytes. */
export function maxFragmentBytes(place: Place): number {
  const { external_id, name_en, name_gr, place_category } = place;
  const texts = [external_id, name_en, name_gr, place_category];
  // A control character takes six bytes (\u001f); 300 are for names of fields and for numbers.
  return texts.reduce((bytes, text) => bytes + 6 * (text?.length ?? 0), 300);
}

/**
 * Writes the JSON of a place up to and including `"distance":` and returns its end. The distance is
 * the last field on the wire, so that its digits can be appended.
 */
export function writeFragment(place: Place, bytes: Buffer, start: number): number {
  let at = start;
  // Plain ASCII is collected and written in one call, which is faster.
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

/** The place of a row, from its fragment. */
export function readPlace({ offsets, bytes }: PlaceJsonBytes, row: number): Place {
  const fragment = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + offsets[row]!,
    offsets[row + 1]! - offsets[row]!,
  );
  const { distance: _, ...place } = JSON.parse(`${fragment}null}`);
  return place;
}

/** A character that is not ASCII or that JSON escapes. */
const special = /[^ !#-[\]-~]/;

/** The maximum size of what follows a fragment: a distance up to 10 km, a brace and a comma. */
const maxTailBytes = 10;

const [openingBracket, closingBracket, closingBrace] = [0x5b, 0x5d, 0x7d];
const [comma, point, zero] = [0x2c, 0x2e, 0x30];

/**
 * The JSON array of a response: each place's fragment and its distance, rounded to centimetres. It
 * is built in the space after the fragments, because copying within one array is fastest, then
 * copied into memory of the caller.
 */
export function renderNearby(
  { offsets, bytes }: PlaceJsonBytes,
  { rows, metres }: Nearby,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const first = offsets.at(-1)!;
  const full: Buffer[] = [];
  let at = first;
  bytes[at++] = openingBracket;
  for (let i = 0; i < rows.length; i++) {
    const start = offsets[rows[i]!]!;
    const end = offsets[rows[i]! + 1]!;
    if (at + end - start + maxTailBytes > bytes.length) {
      full.push(Buffer.from(bytes.subarray(first, at)));
      at = first;
    }
    bytes.copyWithin(at, start, end);
    at = writeDistance(bytes, at + end - start, metres[i]!);
    bytes[at++] = closingBrace;
    bytes[at++] = comma;
  }
  // Overwrites the last comma.
  bytes[rows.length > 0 ? at - 1 : at++] = closingBracket;
  const rest = bytes.subarray(first, at);
  if (full.length > 0) return Buffer.concat([...full, rest]);
  const answer = allocate(rest.length);
  answer.set(rest);
  return answer;
}

/** Writes the JSON of `Math.round(metres * 100) / 100` and returns its end. */
function writeDistance(bytes: Uint8Array, start: number, metres: number): number {
  const centimetres = Math.round(metres * 100) | 0;
  const whole = (centimetres / 100) | 0;
  const hundredths = centimetres - 100 * whole;
  let at = start + digitsOf(whole);
  writeDigits(bytes, at, whole);
  if (hundredths === 0) return at;
  bytes[at++] = point;
  const tenths = (hundredths / 10) | 0;
  bytes[at++] = zero + tenths;
  if (hundredths > 10 * tenths) bytes[at++] = zero + hundredths - 10 * tenths;
  return at;
}

/** Writes the digits of a whole number, ending at `end`. */
function writeDigits(bytes: Uint8Array, end: number, whole: number): void {
  let rest = whole;
  let at = end;
  do {
    const tenth = (rest / 10) | 0;
    bytes[--at] = zero + rest - 10 * tenth;
    rest = tenth;
  } while (rest > 0);
}

function digitsOf(metres: number): number {
  if (metres < 100) return metres < 10 ? 1 : 2;
  if (metres < 10_000) return metres < 1_000 ? 3 : 4;
  return 5;
}
