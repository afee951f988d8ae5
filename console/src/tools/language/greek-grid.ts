import { isInGreece } from '#domain/property/greece.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { numberReadings } from '#tools/notation/numbers.ts';
import type { Format } from './format.ts';

/** Easting and northing in metres for pasting, with a point; undefined outside Greece. */
export function gridPair(latitude: number, longitude: number, decimals = 2): string | undefined {
  if (!isInGreece(latitude, longitude)) return undefined;
  const [easting, northing] = toGreekGrid([longitude, latitude]);
  return `${easting.toFixed(decimals)}, ${northing.toFixed(decimals)}`;
}

/** The same as it is shown: with the decimal sign of the language, as in the table of corners. */
export function gridText(
  latitude: number,
  longitude: number,
  { gridMetres }: Format,
): string | undefined {
  if (!isInGreece(latitude, longitude)) return undefined;
  return toGreekGrid([longitude, latitude]).map(gridMetres).join(' · ');
}

/** Letters before a number (`X=`, `E:`), and the unit or direction after it. */
const label = `(?:[XYENΧΥ] ?[=:]? ?)?`;
const half = String.raw`${label}(\d[\d.,]*\d) ?[mEN]?`;
const pair = new RegExp(`^${half}(?: ?[,;/] ?| )${half}$`, 'i');
/** In characters. Beyond it a text is no pair, and the pattern would take long. */
const longestPair = 100;

/**
 * Reads a pair in metres of the Greek Grid, in either order: in Greece a northing always exceeds
 * every easting. Undefined for other text, and for positions outside Greece.
 */
export function readGreekGrid(
  text: string,
): { readonly latitude: number; readonly longitude: number } | undefined {
  const found = text.length > longestPair ? null : pair.exec(text);
  const metres = found?.slice(1).map(readMetres) ?? [];
  if (metres.includes(undefined) || metres.length !== 2) return undefined;
  const [easting, northing] = (metres as number[]).sort((a, b) => a - b) as [number, number];
  const [longitude, latitude] = fromGreekGrid([easting, northing]);
  return isInGreece(latitude, longitude) ? { latitude, longitude } : undefined;
}

/** At least 100 km, which decides between decimals and thousands: `476.123` is no easting. */
function readMetres(text: string): number | undefined {
  const { point, comma } = numberReadings(text);
  return [point, comma].find(metres => metres !== undefined && metres >= 100_000);
}
