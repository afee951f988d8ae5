export const json = 'application/json';
export const geoJson = 'application/geo+json';
