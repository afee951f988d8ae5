import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

/**
 * A value as pieces, for a cache file or another thread: its objects and texts, then the memory of
 * each typed array. `v8.serialize` would return one piece; reading it copies most arrays, and the
 * others keep the whole piece in memory.
 */

const arrayTypes = [
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
] as const;

/** Takes a value of plain objects, texts, maps and typed arrays apart. The arrays are not copied. */
export function toPieces(value: unknown): Uint8Array[] {
  const serializer = new PieceSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return [serializer.releaseBuffer(), ...serializer.arrays];
}

/** The value of such pieces. Its arrays use the memory of the pieces. */
export function fromPieces<T>([objects, ...arrays]: readonly Uint8Array[]): T {
  const deserializer = new PieceDeserializer(objects!, arrays);
  deserializer.readHeader();
  return deserializer.readValue();
}

class PieceSerializer extends DefaultSerializer {
  readonly arrays: Uint8Array[] = [];

  /** Called by V8 for each typed array. */
  _writeHostObject(array: Uint8Array): void {
    const type = arrayTypes.findIndex(arrayType => array instanceof arrayType);
    if (type < 0) throw new TypeError(`pieces: expected a typed array, got ${array}`);
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
