/** Names of coordinates that are as usual as ours. */
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

/** A name as ours are written: `Postal Code` and `POSTAL-CODE` are `postal_code`. */
export function plainName(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '');
  return letters
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** The field that a column holds, by the column's name: `Lat` is `latitude`. */
export function columnName(name: string): string {
  const plain = plainName(name);
  return otherNames.get(plain) ?? plain;
}

/** Names of columns for a message, the first twenty of them. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map(name => name.slice(0, 40));
  return shown.join(', ') + (names.length > shown.length ? ', …' : '');
}
