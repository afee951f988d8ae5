import { plainName, planeAxis } from '../../notation/column-names.ts';

/** Other usual names of columns. */
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
    οδος: 'street',
    αριθμος: 'house_number',
    αριθμος_οδου: 'house_number',
    τκ: 'postal_code',
    'τ.κ.': 'postal_code',
    ταχυδρομικος_κωδικας: 'postal_code',
    πολη: 'city',
  }),
);

/** The field of a column, by its name: `Lat` is `latitude`. */
export function columnName(name: string): string {
  const plain = plainName(name);
  return otherNames.get(plain) ?? planeAxis(name) ?? plain;
}
