import { toWgs84 } from '../../geo/crs.ts';
import type { Position } from '../../geo/polygon.ts';
import { sevenDecimals } from '../../geocoder/answer.ts';
import { type Axis, readDegrees } from '../../notation/degrees.ts';
import { readCoordinate, readMetres } from '../../notation/numbers.ts';
import { isInGreece } from '../../property/greece.ts';
import type { ParsedCell } from './parsed-cell.ts';

/** A position in degrees of WGS84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Degrees of latitude or longitude. */
export function readLatitudeOrLongitude(text: string, axis: Axis): ParsedCell<number> {
  const value = readDegrees(text, axis);
  const { most, example } = axis;
  if (value !== undefined && Math.abs(value) <= most) return { value };
  const hint =
    value === undefined ? `write ${example}` : 'metres? map the columns as x and y, and see --srid';
  return { expected: `degrees from -${most} to ${most}`, hint };
}

/**
 * The point of projected coordinates in a system given by its EPSG number. Without a number only
 * degrees are accepted: Greek Grid and UTM look alike, but differ by hundreds of kilometres.
 */
export function readPlanePoint(x: string, y: string, epsg: number | undefined): ParsedCell<Point> {
  const plain = [decimal(x), decimal(y)] as const;
  if (plain.some(Number.isNaN)) return { expected: 'two numbers' };
  if (epsg === undefined) {
    const [longitude, latitude] = plain;
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
      ? { value: { latitude, longitude } }
      : { expected: 'degrees, or metres with --srid: 2100 is the Greek Grid, 32634 and 32635 UTM' };
  }
  const thousands = [grouped(x), grouped(y)] as const;
  const point = inGreece(plain, epsg) ?? inGreece(thousands, epsg);
  if (point) return { value: point };
  const turned = inGreece(swapped(plain), epsg) ?? inGreece(swapped(thousands), epsg);
  if (turned) return { value: turned, note: 'x and y are swapped; read the other way round' };
  return { expected: `a point in Greece in EPSG:${epsg}` };
}

/** A single sign is the decimal sign: `476.123` is less than five hundred. */
function decimal(text: string): number {
  return readCoordinate(text) ?? grouped(text);
}

function grouped(text: string): number {
  return readMetres(text) ?? Number.NaN;
}

function swapped([x, y]: Position): Position {
  return [y, x];
}

function inGreece(drawn: Position, epsg: number): Point | undefined {
  const [longitude, latitude] = toWgs84(epsg)!(drawn);
  if (!isInGreece(latitude, longitude)) return undefined;
  return { latitude: sevenDecimals(latitude), longitude: sevenDecimals(longitude) };
}
