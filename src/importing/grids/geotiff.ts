import type { FileHandle } from 'node:fs/promises';
import type { StoredType } from '#domain/grids/square.ts';
import { largestBlockBytes, type Raster, readPart } from './raster.ts';
import { type BlockValues, checkMethod, unpackBlock, valuesOfBlock } from './tiff-block.ts';
import { type Directory, readDirectories } from './tiff-directory.ts';

/** The numbers of the tags. */
const tags = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  format: 339,
  pixelScale: 33550,
  tiePoint: 33922,
  transformation: 34264,
  geoKeys: 34735,
  gdalMetadata: 42112,
  nodata: 42113,
} as const;

/** The types of values by format (1: unsigned, 2: signed, 3: float) and bits. */
const valueTypes: Readonly<Record<string, readonly [BlockValues['Type'], StoredType]>> = {
  '1 8': [Uint8Array, 'i32'],
  '1 16': [Uint16Array, 'i32'],
  '1 32': [Uint32Array, 'f64'],
  '2 8': [Int8Array, 'i32'],
  '2 16': [Int16Array, 'i32'],
  '2 32': [Int32Array, 'f64'],
  '3 32': [Float32Array, 'f32'],
  '3 64': [Float64Array, 'f64'],
};

/**
 * Opens a GeoTIFF, also a Cloud Optimized one, with one band. Written here because the library
 * `geotiff` reads the missing end of a file as zeros, and unpacks without limit (decision 0120).
 */
export async function openGeoTiff(file: FileHandle, size: number): Promise<Raster> {
  const { isLittle, directories } = await readDirectories(file, size);
  const [image, ...others] = directories;
  if (!image) throw new RangeError('has no image');
  for (const other of others) refuseOther(other.numbers(tags.subfile)[0] ?? 0);
  const [bands = 1] = image.numbers(tags.samples);
  if (bands !== 1) {
    throw new RangeError(`has ${bands} bands, expected one; take one with gdal_translate -b 1`);
  }
  const number = (tag: keyof typeof tags, usual?: number): number => {
    const value = image.numbers(tags[tag])[0] ?? usual;
    if (value !== undefined && Number.isInteger(value) && value > 0) return value;
    throw new RangeError(`${tag}: expected a whole number above zero, got ${value}`);
  };
  const [width, height] = [number('width'), number('height')];
  const [format, bits] = [number('format', 1), number('bits', 1)];
  const [Type, type] = valueTypes[`${format} ${bits}`] ?? refuseType(format, bits);
  const [compression, predictor] = [number('compression', 1), number('predictor', 1)];
  checkMethod(compression);
  const isTiled = image.numbers(tags.tileOffsets).length > 0;
  const blockWidth = isTiled ? number('tileWidth') : width;
  const blockHeight = isTiled
    ? number('tileHeight')
    : Math.min(height, number('rowsPerStrip', height));
  const across = Math.ceil(width / blockWidth);
  const blockBytes = blockWidth * blockHeight * Type.BYTES_PER_ELEMENT;
  if (blockBytes > largestBlockBytes) {
    throw new RangeError(
      `a block of ${blockWidth} × ${blockHeight} values, more than ${largestBlockBytes} bytes; ` +
        'write it in tiles with gdal_translate -co TILED=YES',
    );
  }
  const offsets = image.numbers(isTiled ? tags.tileOffsets : tags.stripOffsets);
  const lengths = image.numbers(isTiled ? tags.tileBytes : tags.stripBytes);
  const blocks = across * Math.ceil(height / blockHeight);
  if (offsets.length < blocks || lengths.length < blocks) {
    throw new RangeError(`lists ${offsets.length} blocks, expected ${blocks}`);
  }
  return {
    ...placeOf(image),
    ...scalingOf(image.text(tags.gdalMetadata)),
    epsg: epsgOf(image.numbers(tags.geoKeys)),
    nodata: nodataOf(image.text(tags.nodata)),
    type,
    width,
    height,
    blockWidth,
    blockHeight,
    async readBlock(x, y) {
      const i = y * across + x;
      const [at, length] = [offsets[i]!, lengths[i]!];
      if (length === 0) return undefined;
      // Only tiles are filled up beyond the last row.
      const rows = isTiled ? blockHeight : Math.min(blockHeight, height - y * blockHeight);
      const bytes = rows * blockWidth * Type.BYTES_PER_ELEMENT;
      const packedBytes = compression === 1 ? Math.min(length, bytes) : length;
      if (packedBytes > 2 * largestBlockBytes) throw new RangeError(`a block of ${length} bytes`);
      const packed = await readPart(file, size, at, packedBytes);
      const unpacked = unpackBlock(packed, compression, bytes);
      return valuesOfBlock(unpacked, { Type, isLittle, predictor, columns: blockWidth });
    },
  };
}

function refuseOther(subfile: number): void {
  if (subfile & 4)
    throw new RangeError('has a mask; write it into the values with gdalwarp -dstnodata');
  if (!(subfile & 1)) throw new RangeError('has several images; write each to a file of its own');
}

function refuseType(format: number, bits: number): never {
  const name = { 1: 'unsigned whole numbers', 2: 'whole numbers', 3: 'floats' }[format];
  throw new RangeError(
    `has ${name ?? 'other values'} of ${bits} bits, expected 8, 16 or 32, or floats of 32 or 64; ` +
      'write it with gdal_translate -ot Float32',
  );
}

/** The keys that name the system: of a plane, or of degrees. And whether points are cells. */
const [projectedKey, geographicKey, rasterKey] = [3072, 2048, 1025];
function keyOf(keys: readonly number[], key: number): number | undefined {
  for (let i = 4; i + 3 < keys.length; i += 4) if (keys[i] === key) return keys[i + 3];
  return undefined;
}

/** The number 32767 means a system that the file describes without a number. */
function epsgOf(keys: readonly number[]): number | undefined {
  return keyOf(keys, projectedKey) ?? keyOf(keys, geographicKey);
}

function placeOf(image: Directory) {
  const [a, b, , west, d, e, , north] = transformationOf(image);
  if (b !== 0 || d !== 0 || !(a! > 0) || !(e! < 0)) {
    throw new RangeError('is rotated or mirrored; straighten it with gdalwarp');
  }
  const [stepX, stepY] = [a!, -e!];
  // The value of a point is that of the cell around it.
  const half = keyOf(image.numbers(tags.geoKeys), rasterKey) === 2 ? 0.5 : 0;
  return { west: west! - half * stepX, north: north! + half * stepY, stepX, stepY };
}

/** From cells to the plane, the first eight of sixteen numbers. */
function transformationOf(image: Directory): readonly number[] {
  const whole = image.numbers(tags.transformation);
  if (whole.length >= 8) return whole;
  const [scaleX, scaleY] = image.numbers(tags.pixelScale);
  const [column, row, , x, y] = image.numbers(tags.tiePoint);
  const numbers = [scaleX, 0, 0, x! - column! * scaleX!, 0, -scaleY!, 0, y! + row! * scaleY!];
  if (numbers.every(Number.isFinite)) return numbers as number[];
  throw new RangeError('does not say where it lies: expected tags of a GeoTIFF');
}

/** GDAL writes both as XML, `<Item … role="scale">0.1</Item>`; other bands were refused. */
function scalingOf(xml: string): { scale: number; offset: number } {
  const [scale, offset] = ['scale', 'offset'].map(role => {
    const [, item] = xml.split(`role="${role}"`, 2);
    return item === undefined ? undefined : finite(item.split(/[<>]/, 2)[1] ?? '', role);
  });
  return { scale: scale ?? 1, offset: offset ?? 0 };
}

function nodataOf(text: string): number | undefined {
  if (text.trim() === '' || /^\s*[-+]?nan/i.test(text)) return undefined;
  return finite(text, 'nodata');
}

function finite(text: string, field: string): number {
  const value = Number(text);
  if (Number.isFinite(value)) return value;
  throw new RangeError(`${field}: expected a number, got ${text.slice(0, 40)}`);
}
