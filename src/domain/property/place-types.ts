/** All place types, spelt as on the wire, with their search radius in metres. */
export const radiusMetresByType = {
  airport: 10_000,
  bank: 1_000,
  bus_stop: 1_000,
  bus_station: 1_000,
  metro_station: 2_000,
  future_metro_station: 2_000,
  tram_station: 2_000,
  elementary_school: 1_000,
  high_school: 1_000,
  primary_school: 1_000,
  kindergarden: 1_000,
  hospital: 1_000,
  clinic: 1_000,
  park: 1_000,
  playground: 1_000,
  fuel_station: 1_000,
  sports: 1_000,
  church: 1_000,
  police: 1_000,
  post_office: 1_000,
  shopping_mall: 1_000,
  train_station: 2_000,
  university: 1_000,
  city_hall: 1_000,
  supermarket: 1_000,
} as const;

export type PlaceType = keyof typeof radiusMetresByType;

export const placeTypes = Object.keys(radiusMetresByType) as PlaceType[];
