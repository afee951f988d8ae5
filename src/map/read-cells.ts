import { PbfReader } from 'pbf';
import type { Candidate, GeometrySource } from './candidate.ts';
import { type Cell, type Look, orderOf } from './cell-feature.ts';
import { type CellLevel, cornerOf, takenFrom } from './cells.ts';
import type { FlatGeometry, GeometryType, Part } from './flat-geometry.ts';
import { contentVersion } from './pack-cells.ts';
import { drawGeometry } from './tile-geometry.ts';
import {
  buffer,
  type Coordinates,
  extent,
  finestZoom,
  type TileId,
  worldUnitsAt,
} from './tile-scheme.ts';

/** A cell as it is read from the store. */
export type ReadCell = Pick<Cell, 'cell' | 'content'>;

/** The features of a cell whose box overlaps a tile and that are drawn at its zoom. */
export function readCell({ cell, content }: ReadCell, tile: TileId, level: CellLevel): Candidate[] {
  const bytes = new PbfReader(content);
  const texts = Buffer.from(content.buffer, content.byteOffset, content.length);
  const looks = readLooks(bytes);
  const orders = looks.map(orderOf);
  const corner = cornerOf(cell);
  const first = takenFrom(cell, tile, level);
  const { left, top, right, bottom } = squareOf(tile);
  const from = openGeometries(bytes, corner, tile);
  const found: Candidate[] = [];
  while (bytes.pos < content.length) {
    const at = bytes.pos;
    const number = bytes.readVarint();
    const look = looks[number]!;
    const west = corner.west + signed(bytes.readVarint());
    const north = corner.north + signed(bytes.readVarint());
    const end = bytes.readVarint() + bytes.pos;
    const isOutside =
      west > right ||
      north > bottom ||
      west + bytes.readVarint() < left ||
      north + bytes.readVarint() < top;
    if (!isOutside && look.minZoom <= tile.z && west >= first.west && north >= first.north) {
      const rank = readRank(bytes);
      const length = bytes.readVarint();
      const code = length === 0 ? '' : texts.toString('utf8', bytes.pos, bytes.pos + length);
      found.push({ look, order: orders[number]!, rank, code, at, from });
    }
    bytes.pos = end;
  }
  if (bytes.pos !== content.length) throw new RangeError('a cell of the map ends too early');
  return found;
}

/** The codes of all features of a cell. */
export function codesIn({ content }: ReadCell): string[] {
  const bytes = new PbfReader(content);
  readLooks(bytes);
  const codes: string[] = [];
  while (bytes.pos < content.length) {
    for (let i = 0; i < 3; i++) bytes.readVarint();
    const end = bytes.readVarint() + bytes.pos;
    for (let i = 0; i < 2; i++) bytes.readVarint();
    readRank(bytes);
    codes.push(bytes.readString());
    bytes.pos = end;
  }
  return codes;
}

type LookFields = [Look['layer'], string, string | null, string | null, string | null, number];

function readLooks(bytes: PbfReader): Look[] {
  const version = bytes.readVarint();
  if (version !== contentVersion) throw new RangeError(`a cell of the map has version ${version}`);
  const fields = JSON.parse(bytes.readString()) as LookFields[];
  return fields.map(([layer, kind, name, nameEn, ref, minZoom]) => {
    return { layer, kind, name, nameEn, ref, minZoom };
  });
}

function readRank(bytes: PbfReader): number {
  const coded = bytes.readVarint();
  return coded === 1 ? bytes.readDouble() : coded / 2;
}

/** The number of a zigzag code; that of the library takes divisions. */
function signed(code: number): number {
  return (code >>> 1) ^ -(code & 1);
}

/** The square that a tile has data for, in world units. */
function squareOf({ z, x, y }: TileId) {
  const scale = worldUnitsAt(z);
  return {
    left: (x * extent - buffer) * scale,
    top: (y * extent - buffer) * scale,
    right: ((x + 1) * extent + buffer) * scale,
    bottom: ((y + 1) * extent + buffer) * scale,
  };
}

/** Makes the geometries of a cell's features, given where each begins. */
function openGeometries(
  bytes: PbfReader,
  corner: { readonly west: number; readonly north: number },
  tile: TileId,
): GeometrySource {
  const isFinest = tile.z >= finestZoom;
  const { left, top, right, bottom } = squareOf(tile);
  const readParts = openParts(bytes, tile);
  return at => {
    bytes.pos = at;
    bytes.readVarint();
    const west = corner.west + signed(bytes.readVarint());
    const north = corner.north + signed(bytes.readVarint());
    bytes.readVarint();
    const [east, south] = [west + bytes.readVarint(), north + bytes.readVarint()];
    readRank(bytes);
    bytes.pos = bytes.readVarint() + bytes.pos;
    const isInside = west >= left && east <= right && north >= top && south <= bottom;
    return drawGeometry(readParts(west, north), { isFinest, isInside });
  };
}

/** Reads the geometry of a feature whose box begins at a point, in tile units. */
function openParts(bytes: PbfReader, { z, x: column, y: row }: TileId) {
  const scale = worldUnitsAt(z);
  const [left, top] = [column * extent * scale, row * extent * scale];
  return (west: number, north: number): FlatGeometry => {
    const type = bytes.readVarint() as GeometryType;
    const parts: Part[] = [];
    let [x, y] = [west - left, north - top];
    for (let more = bytes.readVarint(); more > 0; more--) {
      const coded = bytes.readVarint();
      const points: Coordinates = [];
      for (let left = coded >> 1; left > 0; left--) {
        x += signed(bytes.readVarint());
        y += signed(bytes.readVarint());
        points.push(x / scale, y / scale);
      }
      parts.push({ points, isHole: coded % 2 === 1 });
    }
    return { type, parts };
  };
}
