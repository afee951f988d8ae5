import { DefaultDeserializer, DefaultSerializer } from 'node:v8';
import { crc32 } from 'node:zlib';
import { KtimaError } from '#tools/errors.ts';

/** Something that was built from rows and is stored, so that services only read it. */
export interface Artefact {
  readonly name: string;
  /** What it was built by and from: the same key has the same value, in all databases. */
  readonly key: string;
  /** Whether threads can share its arrays. Bytes are copied more slowly from such memory. */
  readonly isShared?: boolean;
}

/** The artefacts beside the rows of a store. */
export interface ArtefactStore {
  has(name: string, key: string): Promise<boolean>;
  /** The value; undefined if there is none, or if it is cut or damaged. */
  read<T>(name: string, key: string): Promise<T | undefined>;
  /** Stores a value, all or nothing. */
  write(artefact: Artefact, value: unknown): Promise<void>;
  /** Removes those of a name whose key is not needed. */
  remove(name: string, isNeeded: (key: string) => boolean): Promise<void>;
  /**
   * Takes the lock of builds, which all processes share. Returns how to release it; it ends with the
   * process at the latest. Undefined while another process has it; throws if this one may not write.
   */
  lock(): Promise<(() => Promise<void>) | undefined>;
}

/** What builds artefacts by hand. */
export const buildCommand = 'ktima migrate api, as the owner of the database';

/** The error of a process that may not build. */
export function mayNotBuild(): KtimaError {
  const message = `the indexes are not built from the loaded rows: run ${buildCommand}`;
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 60 });
}

/*
 * The bytes of an artefact are the same in both engines: a line that describes it, with the lengths of
 * the pieces of its value; the pieces; and a checksum of everything. They are stored in parts.
 */

/** Changes when the description or the order of the parts does. */
const format = 2;
const partBytes = 2 ** 22;

/** The longest first line, in bytes. */
export const mostHeadBytes = 2 ** 16;

/** The parts of an artefact, in order: its description, its value, its checksum. */
export function* encode(artefact: Artefact, value: unknown): Generator<Uint8Array> {
  const pieces = toPieces(value);
  const lengths = pieces.map(({ length }) => length);
  const head = Buffer.from(`${JSON.stringify({ format, ...artefact, lengths })}\n`);
  let sum = 0;
  for (const part of [head, ...pieces.flatMap(inParts)]) {
    sum = crc32(part, sum);
    yield part;
  }
  yield checksumOf(sum);
}

/** The description in a first part; undefined if it is of another format. */
function describe(head: Uint8Array): (Artefact & { lengths: number[] }) | undefined {
  try {
    const { format: found, ...described } = JSON.parse(head.toString());
    return found === format ? described : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads an artefact after its first part. `fill` gets the next part into memory, and returns whether
 * it was there. Each typed array of the value gets memory of its own, which is filled once.
 */
export async function decode<T>(
  head: Uint8Array,
  fill: (part: Uint8Array) => Promise<boolean>,
): Promise<T | undefined> {
  const described = describe(head);
  if (!described) return undefined;
  const { lengths, isShared } = described;
  let sum = crc32(head);
  const pieces: Uint8Array[] = [];
  for (const length of lengths) {
    const piece = isShared
      ? Buffer.from(new SharedArrayBuffer(length))
      : Buffer.allocUnsafeSlow(length);
    for (const part of inParts(piece)) {
      if (!(await fill(part))) return undefined;
      sum = crc32(part, sum);
    }
    pieces.push(piece);
  }
  const checksum = Buffer.alloc(4);
  if (!(await fill(checksum)) || !checksum.equals(checksumOf(sum))) return undefined;
  return fromPieces<T>(pieces);
}

function checksumOf(sum: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(sum);
  return bytes;
}

function inParts(piece: Uint8Array): Uint8Array[] {
  const count = Math.ceil(piece.length / partBytes);
  return Array.from({ length: count }, (_, i) =>
    piece.subarray(i * partBytes, (i + 1) * partBytes),
  );
}

const arrayTypes = [
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;

/**
 * Takes a value of plain objects, texts, maps and typed arrays apart: its objects and texts, then the
 * memory of each typed array, which is not copied. `v8.serialize` would return one piece; reading it
 * copies most arrays, and the others keep the whole piece in memory.
 */
function toPieces(value: unknown): Uint8Array[] {
  const serializer = new PieceSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return [serializer.releaseBuffer(), ...serializer.arrays];
}

/** The value of such pieces. Its arrays use the memory of the pieces. */
function fromPieces<T>([objects, ...arrays]: readonly Uint8Array[]): T {
  const deserializer = new PieceDeserializer(objects!, arrays);
  deserializer.readHeader();
  return deserializer.readValue();
}

class PieceSerializer extends DefaultSerializer {
  readonly arrays: Uint8Array[] = [];

  /** Called by V8 for each typed array. */
  _writeHostObject(array: Uint8Array): void {
    const type = arrayTypes.findIndex(arrayType => array instanceof arrayType);
    if (type < 0) throw new TypeError(`artefact: expected a typed array, got ${array}`);
    this.writeUint32(type);
    this.arrays.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
}

class PieceDeserializer extends DefaultDeserializer {
  readonly #arrays: Iterator<Uint8Array>;

  constructor(objects: Uint8Array, arrays: readonly Uint8Array[]) {
    super(objects);
    this.#arrays = arrays.values();
  }

  /** Called by V8 for each typed array, in the same order. */
  _readHostObject() {
    const arrayType = arrayTypes[this.readUint32()]!;
    const { buffer, byteOffset, byteLength } = this.#arrays.next().value!;
    return new arrayType(buffer, byteOffset, byteLength / arrayType.BYTES_PER_ELEMENT);
  }
}
