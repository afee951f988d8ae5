import type { Nearby, Place } from './places.ts';

/**
 * The JSON of every place, ready but for the distance. An answer is then mostly copying, many
 * times faster than `JSON.stringify`.
 */
export interface PlaceSlab {
  /** Room to put an answer together, and after it the fragments of all places by row. */
  readonly bytes: Uint8Array;
  /** Start of each place's fragment, and at the end the length of it all. */
  readonly offsets: Uint32Array;
}

/** The room for answers, in bytes; a larger one is put together outside, which is slower. */
const answerRoom = 2 ** 21;

const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;

/** Room for the digits of a distance below 10 km in centimetres, a brace and a comma. */
const tailRoom = 12;

/** A slab of fragments of these lengths in bytes; the caller fills in the fragments. */
export function emptySlab(lengths: Uint32Array): PlaceSlab {
  const offsets = new Uint32Array(lengths.length + 1);
  offsets[0] = answerRoom;
  for (let row = 0; row < lengths.length; row++) offsets[row + 1] = offsets[row]! + lengths[row]!;
  return { bytes: new Uint8Array(offsets[lengths.length]!), offsets };
}

/**
 * The JSON of a place up to and including `"distance":`. The fields are in the wire's order; the
 * distance comes last, so that its digits can be appended.
 */
export function renderHead(place: Place): string {
  return (
    `{"id":${place.id},"external_id":${textOrNull(place.external_id)}` +
    `,"name_en":${textOrNull(place.name_en)},"name_gr":${textOrNull(place.name_gr)}` +
    `,"place_category":${textOrNull(place.place_category)},"place_type":"${place.place_type}"` +
    `,"latitude":${place.latitude},"longitude":${place.longitude},"distance":`
  );
}

/** What JSON writes another way than it stands: quotes, backslashes, controls, half characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

function textOrNull(text: string | null): string {
  if (text === null) return 'null';
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/**
 * The JSON array of an answer: each place's fragment and its distance rounded to centimetres. The
 * bytes hold until the next answer: send a copy.
 */
export function renderNearby({ bytes, offsets }: PlaceSlab, { rows, metres }: Nearby): Buffer {
  if (rows.length === 0) return Buffer.from('[]');
  let size = 2;
  for (const row of rows) size += offsets[row + 1]! - offsets[row]! + tailRoom;
  const out = size <= answerRoom ? bytes : new Uint8Array(size);
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  let at = 0;
  out[at++] = openBracket;
  for (let i = 0; i < rows.length; i++) {
    const start = offsets[rows[i]!]!;
    const end = offsets[rows[i]! + 1]!;
    // Within one array: of all ways to copy a few hundred bytes this is the cheapest.
    if (out === bytes) bytes.copyWithin(at, start, end);
    else out.set(bytes.subarray(start, end), at);
    at = writeDistance(view, at + end - start, metres[i]!);
    out[at++] = comma;
  }
  out[at - 1] = closeBracket;
  return Buffer.from(out.buffer, out.byteOffset, at);
}

/** Digits of 0 to 9999 and what follows them, as four characters in a number: one write each. */
const wholes = Array.from({ length: 10_000 }, (_, whole) => `${whole}`);
const fractions = Array.from({ length: 100 }, (_, cents) => `${`${cents / 100}`.slice(1)}}`);
const wholeWords = Uint32Array.from(wholes, word);
const wholeLengths = Uint8Array.from(wholes, text => text.length);
const fractionWords = Uint32Array.from(fractions, word);
const fractionLengths = Uint8Array.from(fractions, text => text.length);

function word(text: string): number {
  return Buffer.from(text.padEnd(4)).readUInt32LE();
}

/** Writes metres rounded to centimetres as `JSON.stringify` would, and the brace after them. */
function writeDistance(view: DataView, start: number, metres: number): number {
  const centimetres = Math.round(metres * 100);
  const whole = (centimetres / 100) | 0;
  const cents = centimetres - 100 * whole;
  let at = start;
  if (whole >= 10_000) {
    // Ten kilometres, the largest radius, has a digit more.
    view.setUint8(at++, 0x31);
    view.setUint32(at, word('0000'), true);
    at += 4;
  } else {
    view.setUint32(at, wholeWords[whole]!, true);
    at += wholeLengths[whole]!;
  }
  view.setUint32(at, fractionWords[cents]!, true);
  return at + fractionLengths[cents]!;
}
