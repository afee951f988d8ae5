import { toWgs84 } from '../../geo/crs.ts';
import type { Position } from '../../geo/polygon.ts';
import { sevenDecimals } from '../../geocoder/answer.ts';
import { numberReadings, readCoordinate } from '../../notation/numbers.ts';
import { isInGreece } from '../../property/greece.ts';
import type { ParsedCell } from './parsed-cell.ts';

/** A position in degrees of WGS84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Degrees of latitude (`most` is 90) or longitude (180). */
export function readDegrees(text: string, most: number): ParsedCell<number> {
  const value = readCoordinate(text);
  if (value !== undefined && Math.abs(value) <= most) return { value };
  const hint =
    value === undefined ? undefined : 'metres? map the columns as x and y, and see --srid';
  return { expected: `degrees from -${most} to ${most}`, hint };
}

/**
 * The point of projected coordinates in a system given by its EPSG number. Without a number only
 * degrees are accepted: Greek Grid and UTM look alike, but differ by hundreds of kilometres.
 */
export function readPlanePoint(x: string, y: string, epsg: number | undefined): ParsedCell<Point> {
  const drawn = [readMetres(x), readMetres(y)] as const;
  if (!areNumbers(drawn)) return { expected: 'two numbers' };
  const [first, second] = drawn;
  if (epsg === undefined) {
    return Math.abs(first) <= 180 && Math.abs(second) <= 90
      ? { value: { latitude: second, longitude: first } }
      : { expected: 'degrees, or metres with --srid: 2100 is the Greek Grid, 32634 and 32635 UTM' };
  }
  const point = inGreece([first, second], epsg);
  if (point) return { value: point };
  const turned = inGreece([second, first], epsg);
  if (turned) return { value: turned, note: 'x and y are swapped; read the other way round' };
  return { expected: `a point in Greece in EPSG:${epsg}` };
}

/** Metres may have grouped thousands. A single sign is read as the decimal sign. */
function readMetres(text: string): number | undefined {
  const { comma, point } = numberReadings(text);
  return readCoordinate(text) ?? comma ?? point;
}

function areNumbers(pair: readonly [number | undefined, number | undefined]): pair is Position {
  return pair.every(Number.isFinite);
}

function inGreece(drawn: Position, epsg: number): Point | undefined {
  const [longitude, latitude] = toWgs84(epsg)!(drawn);
  if (!isInGreece(latitude, longitude)) return undefined;
  return { latitude: sevenDecimals(latitude), longitude: sevenDecimals(longitude) };
}
