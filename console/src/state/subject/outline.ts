import type { Polygon, PolygonGeometry } from '#tools/geo/polygon.ts';

/** The polygons of a parcel, each a list of closed rings with the outer ring first. */
export type Outline = readonly Polygon[];

const position = /^\s*(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)\s*$/;

/** Reads a `POLYGON` or `MULTIPOLYGON` of the service; undefined for other text. */
export function readOutline(wkt: string): Outline | undefined {
  const found = /^(MULTI)?POLYGON\s*(\(.*\))$/is.exec(wkt.trim());
  if (!found) return undefined;
  const json = found[2]!
    .replaceAll(/[^(),]+/g, text => text.replace(position, '[$1,$2]'))
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const rings = JSON.parse(json);
    return found[1] ? rings : [rings];
  } catch {
    return undefined;
  }
}

/** Seven decimals of a degree are a centimetre, so the last digits of an area mean nothing. */
export function roundedAreaM2(areaM2: number): number {
  const parts = areaM2 < 10_000 ? 10 : 1;
  return Math.round(areaM2 * parts) / parts;
}

/** The outline as a geometry for the functions of src/tools/geo. */
export function geometryOf(outline: Outline): PolygonGeometry {
  return { type: 'MultiPolygon', coordinates: outline };
}
