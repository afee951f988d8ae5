import { PbfWriter } from 'pbf';
import type { Position } from '../../tools/geo/polygon.ts';
import { byImportance, type Cell, type CellFeature, orderOf, type Ranked } from './cell-feature.ts';
import { type CellLevel, cellsOf, cornerOf, type WorldBox } from './map-cells.ts';
import { type FlatGeometry, flatten } from './map-feature.ts';
import { type Coordinates, toWorld } from './tile-scheme.ts';

/*
 * The content of a cell: the version of this format, the looks of its features as a JSON array, and
 * the features in the order of their importance. A feature has the number of its look, the corner of
 * its box from that of the cell, its length in bytes, width, height, rank, code, type and parts. All
 * numbers are variable-length integers of Protocol Buffers, points are steps from the one before.
 */
export const contentVersion = 1;

/** Features of about this many bytes are held in memory until their cells are written. */
const defaultMostBytes = 2 ** 25;

/** Packs features into cells. */
export interface CellPacker {
  add(feature: CellFeature, level: CellLevel): void;
  /** Whether it is time to take the cells. */
  isFull(): boolean;
  /** Returns the cells of all features since the last call. */
  take(): Iterable<Cell>;
}

/** Opens an empty packer. Each `take` gives cells a new part, so memory is bounded. */
export function openCellPacker(mostBytes = defaultMostBytes): CellPacker {
  let part = 0;
  let batch = openBatch();
  return {
    add: (feature, level) => batch.add(feature, level),
    isFull: () => batch.bytes() > mostBytes,
    take() {
      const full = batch;
      batch = openBatch();
      return full.cells(part++);
    },
  };
}

/** A feature whose cells are not written yet. */
interface Held extends Ranked {
  readonly look: number;
  readonly west: number;
  readonly north: number;
  readonly body: Uint8Array;
}

interface HeldCell {
  features: number;
  readonly held: Held[];
}

/** Memory of a held feature besides its body, in bytes, and of its place in a cell. */
const heldBytes = 200;

function openBatch() {
  const looks = new Map<string, number>();
  const cells = new Map<number, HeldCell>();
  let bytes = 0;
  return {
    bytes: () => bytes,
    add(feature: CellFeature, level: CellLevel): void {
      const geometry = flatten(feature.geometry, project);
      const box = boxOf(geometry);
      const body = writeBody(feature, geometry, box);
      const [text, known] = [lookText(feature), looks.size];
      const look = numberOf(text, looks);
      if (looks.size > known) bytes += text.length;
      const { rank, code } = feature;
      const { west, north } = box;
      const held: Held = { look, order: orderOf(feature), rank, code, west, north, body };
      bytes += body.length + heldBytes;
      let isFirst = true;
      for (const cell of cellsOf(box, level)) {
        hold(cells, cell, held, isFirst);
        isFirst = false;
      }
    },
    *cells(part: number): Generator<Cell> {
      const texts = [...looks.keys()];
      for (const [cell, { features, held }] of cells) {
        yield { cell, part, features, content: writeCell(cell, held.sort(byImportance), texts) };
      }
    },
  };
}

function hold(cells: Map<number, HeldCell>, cell: number, held: Held, isFirst: boolean): void {
  let known = cells.get(cell);
  if (!known) {
    known = { features: 0, held: [] };
    cells.set(cell, known);
  }
  known.held.push(held);
  if (isFirst) known.features++;
}

function lookText({ layer, kind, name, nameEn, ref, minZoom }: CellFeature): string {
  return JSON.stringify([layer, kind, name, nameEn, ref, minZoom]);
}

/** The number of a value; a new one gets the next number. */
function numberOf<T>(value: T, numbers: Map<T, number>): number {
  const known = numbers.get(value);
  if (known !== undefined) return known;
  numbers.set(value, numbers.size);
  return numbers.size - 1;
}

function project(positions: readonly Position[], count: number): Coordinates {
  const points: Coordinates = [];
  for (let i = 0; i < count; i++) {
    const [x, y] = toWorld(positions[i]!);
    points.push(x, y);
  }
  return points;
}

/** A geometry without points has a box too: it is stored, and nothing of it is drawn. */
function boxOf({ parts }: FlatGeometry): WorldBox {
  const [first] = parts;
  if (!first || first.points.length === 0) return { west: 0, north: 0, east: 0, south: 0 };
  let [west, north] = first.points as [number, number];
  let [east, south] = [west, north];
  for (const { points } of parts) {
    for (let i = 0; i < points.length; i += 2) {
      west = Math.min(west, points[i]!);
      east = Math.max(east, points[i]!);
      north = Math.min(north, points[i + 1]!);
      south = Math.max(south, points[i + 1]!);
    }
  }
  return { west, north, east, south };
}

/** One writer for all: a new one for each feature would grow from a few bytes each time. */
const scratch = new PbfWriter(new Uint8Array(2 ** 12));

function writeBody({ rank, code }: CellFeature, { type, parts }: FlatGeometry, box: WorldBox) {
  const { west, north, east, south } = box;
  scratch.pos = 0;
  scratch.writeVarint(east - west);
  scratch.writeVarint(south - north);
  writeRank(rank, scratch);
  scratch.writeString(code);
  scratch.writeVarint(type);
  scratch.writeVarint(parts.length);
  let [x, y] = [west, north];
  for (const { points, isHole } of parts) {
    // Twice the number of points, plus one for a hole.
    scratch.writeVarint(points.length + (isHole ? 1 : 0));
    for (let i = 0; i < points.length; i += 2) {
      scratch.writeSVarint(points[i]! - x);
      scratch.writeSVarint(points[i + 1]! - y);
      x = points[i]!;
      y = points[i + 1]!;
    }
  }
  return scratch.buf.slice(0, scratch.pos);
}

/** Twice a whole number, or 1 and the number as it is. */
function writeRank(rank: number, to: PbfWriter): void {
  const isSmall = Number.isInteger(rank) && rank >= 0 && rank < 2 ** 30;
  to.writeVarint(isSmall ? 2 * rank : 1);
  if (!isSmall) to.writeDouble(rank);
}

function writeCell(cell: number, features: readonly Held[], texts: readonly string[]): Uint8Array {
  const looks = new Map<number, number>();
  for (const { look } of features) numberOf(look, looks);
  const { west, north } = cornerOf(cell);
  const content = new PbfWriter();
  content.writeVarint(contentVersion);
  content.writeString(`[${[...looks.keys()].map(look => texts[look])}]`);
  for (const held of features) {
    content.writeVarint(looks.get(held.look)!);
    content.writeSVarint(held.west - west);
    content.writeSVarint(held.north - north);
    content.writeBytes(held.body);
  }
  return content.finish();
}
