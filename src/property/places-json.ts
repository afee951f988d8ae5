import type { Nearby } from './nearest-first.ts';
import type { Place } from './places.ts';

/**
 * The JSON of every place, ready but for the distance. An answer is then mostly copying, many
 * times faster than `JSON.stringify`.
 */
export interface PlaceSlab {
  /** Where the fragment of each row starts in `bytes`, and the end of the last one. */
  readonly offsets: Uint32Array;
  /** The fragments, and behind them room in which `renderNearby` puts an answer together. */
  readonly bytes: Uint8Array;
}

/** Nearly every answer fits into it at once. */
const answerRoom = 2 ** 20;

/** A slab for fragments of these lengths in bytes, which the caller fills in. */
export function emptySlab(lengths: Uint32Array): PlaceSlab {
  const offsets = new Uint32Array(lengths.length + 1);
  for (let row = 0; row < lengths.length; row++) offsets[row + 1] = offsets[row]! + lengths[row]!;
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const room = Math.max(answerRoom, 2 + longest + tailRoom);
  return { offsets, bytes: new Uint8Array(offsets.at(-1)! + room) };
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

/** Room for the digits of a distance up to 10 km in centimetres, a brace and a comma. */
const tailRoom = 10;

const [openingBracket, closingBracket, closingBrace] = [0x5b, 0x5d, 0x7d];
const [comma, point, zero] = [0x2c, 0x2e, 0x30];

/**
 * The JSON array of an answer: each place's fragment and its distance rounded to centimetres. It is
 * put together in the room behind the fragments, because to copy within one array costs least, and
 * then copied into memory that the caller gives.
 */
export function renderNearby(
  { offsets, bytes }: PlaceSlab,
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
    if (at + end - start + tailRoom > bytes.length) {
      full.push(Buffer.from(bytes.subarray(first, at)));
      at = first;
    }
    bytes.copyWithin(at, start, end);
    at = writeDistance(bytes, at + end - start, metres[i]!);
    bytes[at++] = closingBrace;
    bytes[at++] = comma;
  }
  // Over the last comma.
  bytes[rows.length > 0 ? at - 1 : at++] = closingBracket;
  const rest = bytes.subarray(first, at);
  if (full.length > 0) return Buffer.concat([...full, rest]);
  const answer = allocate(rest.length);
  answer.set(rest);
  return answer;
}

/** Writes what JSON writes of `Math.round(metres * 100) / 100` and returns its end. */
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

/** Writes the digits of a whole number so that they end there. */
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
