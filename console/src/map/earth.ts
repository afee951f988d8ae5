const semiMajorMetres = 6_378_137;
const eccentricitySquared = 0.006_694_379_990_14;

/** The length of one degree north and one degree east at a latitude, in metres, on WGS84. */
export function metresPerDegree(latitude: number): { north: number; east: number } {
  const phi = (latitude * Math.PI) / 180;
  const w = 1 - eccentricitySquared * Math.sin(phi) ** 2;
  const meridian = (semiMajorMetres * (1 - eccentricitySquared)) / w ** 1.5;
  const parallel = (semiMajorMetres / Math.sqrt(w)) * Math.cos(phi);
  return { north: (meridian * Math.PI) / 180, east: (parallel * Math.PI) / 180 };
}
