/** Longitude and latitude in degrees, in GeoJSON's order. */
export type Position = readonly [longitude: number, latitude: number];
