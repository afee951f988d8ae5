import { toGreekGrid } from '../geo/greek-grid.ts';
import { pointInPolygon, pointInside } from '../geo/inside.ts';
import { boundsOf, mapPositions, type PolygonGeometry, planarArea } from '../geo/polygon.ts';
import { toWkt } from '../geo/wkt.ts';

/** Decimals of a degree on the wire: a centimetre. */
const degreeDecimals = 7;

/** A cadastral parcel. */
export interface Parcel {
  /** The parcel's 12 characters, normalised. */
  readonly kaek: string;
  readonly areaM2: number;
  /** WGS84, longitude and latitude. */
  readonly geometry: PolygonGeometry;
}

/** Coordinate systems a parcel's outline can be asked in, by EPSG number. */
export const parcelSrids = [4326, 2100] as const;
export type ParcelSrid = (typeof parcelSrids)[number];

/** Capitals that look alike in both scripts; codes are typed with either. */
const greekLookAlikes: Readonly<Record<string, string>> = {
  A: 'Α',
  B: 'Β',
  E: 'Ε',
  H: 'Η',
  I: 'Ι',
  K: 'Κ',
  M: 'Μ',
  N: 'Ν',
  O: 'Ο',
  P: 'Ρ',
  T: 'Τ',
  X: 'Χ',
  Y: 'Υ',
  Z: 'Ζ',
};

/**
 * 2 digits of prefecture, 3 of municipality, then either sector (2), unit (2) and parcel (3) or,
 * for roads and the like, two Greek letters and 5 digits; perhaps vertical and horizontal parts.
 */
const kaekPattern = /^([0-9]{5}(?:[0-9]{7}|[Α-ΡΣ-Ω]{2}[0-9]{5}))(?:\/[0-9]{1,5}){0,2}$/;

/** What a KAEK code looks like, in words, for messages. */
export const kaekForm =
  '12 characters such as 050095701001 or 12098ΕΚ00029, and perhaps a unit such as /0/1';

/** The text in capitals, Latin letters that look like Greek ones replaced by those. */
export function greekCapitals(text: string): string {
  return text.toUpperCase().replace(/[A-Z]/g, letter => greekLookAlikes[letter] ?? letter);
}

/**
 * The 12 characters of the parcel that a typed code means, or undefined when it is no KAEK.
 * Forgives spaces, dots, hyphens, case and Latin look-alikes; leading zeros stay.
 */
export function parseKaek(typed: string): string | undefined {
  // Nearly all are written so; the rest of the work is for the others.
  if (/^[0-9]{12}$/.test(typed)) return typed;
  const code = typed.normalize('NFKC').replace(/[\s.\-\u2010-\u2015]/g, '');
  return kaekPattern.exec(greekCapitals(code))?.[1];
}

/** A code out of a table, and whether its first zero had to be put back. */
export interface CellKaek {
  readonly code: string;
  readonly isRepaired: boolean;
}

/** What spreadsheets and databases make of a code of digits alone: a number. */
const asNumber = /^(\d{11,12})(?:[.,]0+)?$/;

/** The code in a cell. As a number it has lost its first zero, which no code can do without. */
export function kaekOfCell(typed: string): CellKaek | undefined {
  const digits = asNumber.exec(typed)?.[1];
  const isRepaired = digits?.length === 11 && digits[0] !== '0';
  const code = parseKaek(isRepaired ? `0${digits}` : (digits ?? typed));
  return code === undefined ? undefined : { code, isRepaired };
}

/**
 * The parcel under a point, of candidates in order of preference. Borders count as inside; where
 * parcels overlap or share the border, the smallest is meant (a plot, not the road along it).
 */
export function parcelAt(
  candidates: readonly Parcel[],
  latitude: number,
  longitude: number,
): Parcel | undefined {
  let found: Parcel | undefined;
  for (const parcel of candidates) {
    if (found && found.areaM2 <= parcel.areaM2) continue;
    if (pointInPolygon([longitude, latitude], parcel.geometry)) found = parcel;
  }
  return found;
}

/** A position in the parcel, to 7 decimals: where one would put a pin. */
export function parcelPoint({ geometry }: Parcel): { latitude: number; longitude: number } {
  const [longitude, latitude] = pointInside(geometry);
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude) };
}

/** The same, and how far from it the parcel reaches, in metres. */
export function parcelPosition(parcel: Parcel) {
  const { latitude, longitude } = parcelPoint(parcel);
  const [x, y] = toGreekGrid([longitude, latitude]);
  const { west, east, south, north } = boundsOf(mapPositions(parcel.geometry, toGreekGrid));
  const accuracyMetres = Math.hypot(Math.max(x - west, east - x), Math.max(y - south, north - y));
  return { latitude, longitude, accuracyMetres };
}

/** Well-known text: 7 decimals of a degree or, on the Greek Grid, 3 of a metre. */
export function parcelWkt({ geometry }: Parcel, srid: ParcelSrid): string {
  return srid === 2100
    ? toWkt(mapPositions(geometry, toGreekGrid), 3)
    : toWkt(geometry, degreeDecimals);
}

/** The parcel as a GeoJSON Feature. */
export function parcelFeature({ kaek, areaM2, geometry }: Parcel) {
  const rounded = mapPositions(geometry, ([x, y]) => [roundDegrees(x), roundDegrees(y)]);
  return { type: 'Feature', id: kaek, properties: { kaek, area: areaM2 }, geometry: rounded };
}

function roundDegrees(degrees: number): number {
  return Number(degrees.toFixed(degreeDecimals));
}

/** Area in m² on the Greek Grid plane, which is how the Cadastre computes it; 2 decimals. */
export function gridAreaM2(geometry: PolygonGeometry): number {
  return areaOnGridM2(mapPositions(geometry, toGreekGrid));
}

/** The same of an outline that is in Greek Grid coordinates already. */
export function areaOnGridM2(outline: PolygonGeometry): number {
  return Math.round(planarArea(outline) * 100) / 100;
}
