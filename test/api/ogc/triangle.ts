import type { Parcel } from '#domain/property/parcels.ts';

/** A parcel of about 50 m, whose code ends with a number. */
export function triangle(number: number, longitude: number, latitude: number): Parcel {
  const ring = [
    [longitude, latitude],
    [longitude + 0.0005, latitude],
    [longitude, latitude + 0.0005],
    [longitude, latitude],
  ] as const;
  const kaek = `050681726${String(number).padStart(3, '0')}`;
  return { kaek, areaM2: 1_000.25 + number, geometry: { type: 'Polygon', coordinates: [ring] } };
}
