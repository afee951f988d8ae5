import type { Polygon, PolygonGeometry } from '../../../src/geo/polygon.ts';

/** The polygons of a parcel, each a list of closed rings, the first of them its outer one. */
export type Outline = readonly Polygon[];

/** The rings of a `POLYGON` or `MULTIPOLYGON` as the service writes them; undefined for others. */
export function readOutline(wkt: string): Outline | undefined {
  const found = /^(MULTI)?POLYGON\s*(\(.*\))$/is.exec(wkt.trim());
  if (!found) return undefined;
  const json = found[2]!
    .replaceAll(/(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/g, '[$1,$2]')
    .replaceAll('(', '[')
    .replaceAll(')', ']');
  try {
    const rings = JSON.parse(json);
    return found[1] ? rings : [rings];
  } catch {
    return undefined;
  }
}

/** An outline as the service's own rules for polygons take it. */
export function geometryOf(outline: Outline): PolygonGeometry {
  return { type: 'MultiPolygon', coordinates: outline };
}
