/** A box around Greece, in degrees: from Othonoi to Kastellorizo, from Gavdos to the Evros. */
const box = { west: 19, east: 30, south: 34, north: 42 };

/** Whether a position lies in the box around Greece. */
export function isInGreece(latitude: number, longitude: number): boolean {
  return (
    longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north
  );
}

/** Whether a position is in Greece only if latitude and longitude are swapped. */
export function isSwapped(latitude: number, longitude: number): boolean {
  // The box and its mirror do not overlap: no longitude of Greece is also a latitude of it.
  return isInGreece(longitude, latitude);
}
