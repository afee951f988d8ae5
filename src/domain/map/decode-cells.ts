import { PbfReader } from 'pbf';
import { type Cell, type Look, orderOf } from './cell-feature.ts';
import type { Candidate, GeometrySource } from './draw-tile.ts';
import { type CellLevel, cornerOf, takenFrom, type WorldBox } from './map-cells.ts';
import type { FlatGeometry, GeometryType, Part } from './map-feature.ts';
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
  const square = squareOf(tile);
  const from = openGeometries(bytes, corner, tile);
  const found: Candidate[] = [];
  while (bytes.pos < content.length) {
    const at = bytes.pos;
    const box = readBox(bytes, corner);
    const look = looks[box.look]!;
    const isTaken = box.west >= first.west && box.north >= first.north;
    if (isTaken && look.minZoom <= tile.z && overlap(box, square)) {
      const rank = readRank(bytes);
      const length = bytes.readVarint();
      const code = length === 0 ? '' : texts.toString('utf8', bytes.pos, bytes.pos + length);
      found.push({ look, order: orders[box.look]!, rank, code, at, from });
    }
    bytes.pos = box.end;
  }
  if (bytes.pos !== content.length) throw new RangeError('a cell of the map ends too early');
  return found;
}

/** A feature of a cell with its geometry in world units. */
export interface FoundFeature {
  readonly look: Look;
  readonly geometry: FlatGeometry;
}

/** The features of a cell that look as wanted and whose box overlaps a box. */
export function findInCell(
  { cell, content }: ReadCell,
  box: WorldBox,
  isWanted: (look: Look) => boolean,
): FoundFeature[] {
  const bytes = new PbfReader(content);
  const looks = readLooks(bytes);
  const wanted = looks.map(isWanted);
  const corner = cornerOf(cell);
  const readParts = openParts(bytes, worldTile);
  const found: FoundFeature[] = [];
  while (bytes.pos < content.length) {
    const own = readBox(bytes, corner);
    if (wanted[own.look] && overlap(own, box)) {
      readRank(bytes);
      bytes.pos = bytes.readVarint() + bytes.pos;
      found.push({ look: looks[own.look]!, geometry: readParts(own) });
    }
    bytes.pos = own.end;
  }
  return found;
}

/** The tile whose units are world units. */
const worldTile: TileId = { z: finestZoom, x: 0, y: 0 };

/** The codes of all features of a cell. */
export function codesIn({ cell, content }: ReadCell): string[] {
  const bytes = new PbfReader(content);
  readLooks(bytes);
  const codes: string[] = [];
  while (bytes.pos < content.length) {
    const { end } = readBox(bytes, cornerOf(cell));
    readRank(bytes);
    codes.push(bytes.readString());
    bytes.pos = end;
  }
  return codes;
}

/** What a feature begins with: the number of its look and its box, and where it ends. */
interface FeatureBox extends WorldBox {
  readonly look: number;
  readonly end: number;
}

type Corner = ReturnType<typeof cornerOf>;

function readBox(bytes: PbfReader, corner: Corner): FeatureBox {
  const look = bytes.readVarint();
  const west = corner.west + signed(bytes.readVarint());
  const north = corner.north + signed(bytes.readVarint());
  const end = bytes.readVarint() + bytes.pos;
  const east = west + bytes.readVarint();
  const south = north + bytes.readVarint();
  return { look, west, north, east, south, end };
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
function squareOf({ z, x, y }: TileId): WorldBox {
  const scale = worldUnitsAt(z);
  return {
    west: (x * extent - buffer) * scale,
    north: (y * extent - buffer) * scale,
    east: ((x + 1) * extent + buffer) * scale,
    south: ((y + 1) * extent + buffer) * scale,
  };
}

function overlap(a: WorldBox, b: WorldBox): boolean {
  return a.west <= b.east && a.east >= b.west && a.north <= b.south && a.south >= b.north;
}

function holds(outer: WorldBox, inner: WorldBox): boolean {
  return (
    inner.west >= outer.west &&
    inner.east <= outer.east &&
    inner.north >= outer.north &&
    inner.south <= outer.south
  );
}

/** Makes the geometries of a cell's features, given where each begins. */
function openGeometries(bytes: PbfReader, corner: Corner, tile: TileId): GeometrySource {
  const isFinest = tile.z >= finestZoom;
  const square = squareOf(tile);
  const readParts = openParts(bytes, tile);
  return at => {
    bytes.pos = at;
    const box = readBox(bytes, corner);
    readRank(bytes);
    bytes.pos = bytes.readVarint() + bytes.pos;
    return drawGeometry(readParts(box), { isFinest, isInside: holds(square, box) });
  };
}

/** Reads the geometry of a feature with this box, in tile units. */
function openParts(bytes: PbfReader, { z, x: column, y: row }: TileId) {
  const scale = worldUnitsAt(z);
  const [left, top] = [column * extent * scale, row * extent * scale];
  return ({ west, north }: WorldBox): FlatGeometry => {
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
