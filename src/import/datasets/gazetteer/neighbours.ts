import { readFile } from 'node:fs/promises';
import type { PolygonGeometry, Position } from '../../../geo/polygon.ts';
import type { NeighbourRows } from '../../../geocoder/index/neighbours.ts';

interface BorderLines {
  readonly type: 'MultiLineString';
  readonly coordinates: readonly (readonly Position[])[];
}

/** The countries beside Greece, as scripts/geocoder/neighbours.ts wrote them. */
export async function readNeighbours(path: string): Promise<NeighbourRows> {
  const { features } = JSON.parse(await readFile(path, 'utf8')) as {
    features: readonly { geometry: PolygonGeometry | BorderLines }[];
  };
  const geometries = features.map(({ geometry }) => geometry);
  return {
    land: geometries.filter(geometry => geometry.type !== 'MultiLineString'),
    border: geometries.flatMap(one => (one.type === 'MultiLineString' ? one.coordinates : [])),
  };
}
