import { levels } from '#domain/geocoder/geocode-result.ts';

/** How the position of a row was found, the most exact first. */
export const positionLevels = ['coordinates', 'parcel', ...levels] as const;
export type PositionLevel = (typeof positionLevels)[number];
