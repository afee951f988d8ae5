import { plainName, planeAxis } from '../../notation/column-names.ts';

/** Other usual names of coordinate columns. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lat: 'latitude',
    πλατος: 'latitude',
    γεωγραφικο_πλατος: 'latitude',
    lon: 'longitude',
    lng: 'longitude',
    long: 'longitude',
    μηκος: 'longitude',
    γεωγραφικο_μηκος: 'longitude',
  }),
);

/** The field of a column, by its name: `Lat` is `latitude`. */
export function columnName(name: string): string {
  const plain = plainName(name);
  return otherNames.get(plain) ?? planeAxis(name) ?? plain;
}
