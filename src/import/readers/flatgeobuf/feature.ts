import type { Position, Ring } from '../../../geo/polygon.ts';
import { geometryTypeName } from '../../../geo/read-wkb.ts';
import type { RawGeometry } from '../reader.ts';
import {
  bytesIn,
  listIn,
  numberIn,
  rootTable,
  type Table,
  tableIn,
  tablesIn,
} from './flatbuffer.ts';
import { type Column, type Header, readColumns } from './header.ts';
import { readProperties } from './properties.ts';

/** Reads a feature; throws a RangeError when it is damaged. */
export function readFeature(bytes: Buffer, header: Header) {
  const feature = rootTable(bytes);
  const own = readColumns(feature, 2, bytes.length);
  const columns: readonly Column[] = own.length > 0 ? own : header.columns;
  return {
    properties: readProperties(bytesIn(feature, 1), columns),
    geometry: readGeometry(bytes, tableIn(feature, 0), header.geometryType),
  };
}

function readGeometry(bytes: Buffer, table: Table | undefined, type: number): RawGeometry | null {
  if (!table) return null;
  // A damaged feature may reuse the same bytes for all its parts: this limits the total of positions.
  const budget = { positions: bytes.length / 16 };
  const name = geometryTypeName(type || numberIn(table, 6, 1, 0));
  if (name === 'Point') return pointOf(readPositions(bytes, table, budget));
  if (name === 'Polygon') return { type: name, coordinates: readRings(bytes, table, budget) };
  if (name === 'MultiPoint')
    return { type: name, coordinates: readPositions(bytes, table, budget) };
  if (name !== 'MultiPolygon') return { type: name ?? 'Unknown', coordinates: null };
  const polygons: Ring[][] = [];
  for (const part of tablesIn(table, 7)) polygons.push(readRings(bytes, part, budget));
  return polygons.length === 0 ? null : { type: name, coordinates: polygons };
}

interface Budget {
  positions: number;
}

function pointOf(positions: readonly Position[]): RawGeometry | null {
  const [only, ...more] = positions;
  if (more.length > 0) throw new RangeError('geometry: a point of several positions');
  // An empty point has no position, or one that is not a number.
  return only && !Number.isNaN(only[0]) ? { type: 'Point', coordinates: only } : null;
}

/** Splits the positions at the list of ring ends; without that list they are one ring. */
function readRings(bytes: Buffer, table: Table, budget: Budget): Ring[] {
  const positions = readPositions(bytes, table, budget);
  const ends = listIn(table, 0, 4);
  if (ends.length === 0) return [positions];
  const rings: Ring[] = [];
  let start = 0;
  for (let i = 0; i < ends.length; i++) {
    const end = bytes.readUInt32LE(ends.at + 4 * i);
    if (end <= start || end > positions.length) {
      throw new RangeError(`geometry: ring ${i + 1} of ${ends.length} is out of range`);
    }
    rings.push(positions.slice(start, end));
    start = end;
  }
  return rings;
}

function readPositions(bytes: Buffer, table: Table, budget: Budget): Position[] {
  const { at, length } = listIn(table, 1, 8);
  budget.positions -= Math.max(1, length / 2);
  if (length % 2 !== 0 || budget.positions < 0) {
    throw new RangeError(`geometry: ${length} coordinates do not fit`);
  }
  const positions: Position[] = new Array(length / 2);
  for (let i = 0, from = at; i < positions.length; i++, from += 16) {
    positions[i] = [bytes.readDoubleLE(from), bytes.readDoubleLE(from + 8)];
  }
  return positions;
}
