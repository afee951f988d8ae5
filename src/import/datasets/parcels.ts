import { KtimaError } from '../../errors.ts';
import { type PolygonGeometry, polygonsOf } from '../../geo/polygon.ts';
import { gridAreaM2, kaekForm, type Parcel, parseKaek } from '../../property/parcels.ts';
import type { Feature } from '../readers/geojson.ts';

/** A feature with a `kaek` and perhaps an `area` in m²; the area is computed where it is missing. */
export function toParcel({ where, properties, geometry }: Feature): Parcel {
  const kaek = parseKaek(String(properties.kaek ?? ''));
  if (kaek === undefined) throw new KtimaError('BAD_DATA', `${where}: kaek: expected ${kaekForm}`);
  if (!isPolygonGeometry(geometry)) {
    throw new KtimaError('BAD_DATA', `${where}: geometry: expected closed rings of a polygon`);
  }
  const { area } = properties;
  return { kaek, areaM2: typeof area === 'number' ? area : gridAreaM2(geometry), geometry };
}

function isPolygonGeometry(value: unknown): value is PolygonGeometry {
  const geometry = value as PolygonGeometry | null;
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return false;
  return polygonsOf(geometry).every(polygon => polygon.length > 0 && polygon.every(isClosedRing));
}

function isClosedRing(ring: readonly (readonly number[])[]): boolean {
  const first = ring[0];
  const last = ring.at(-1);
  return ring.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
