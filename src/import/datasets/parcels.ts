import { KtimaError } from '../../errors.ts';
import { boundsOf, type PolygonGeometry } from '../../geo/polygon.ts';
import { isInGreece } from '../../property/greece.ts';
import { areaOnGridM2, gridAreaM2, kaekForm, parseKaek } from '../../property/parcels.ts';
import type { Feature } from '../readers/reader.ts';
import { listed } from './column-names.ts';
import type { Dataset, DatasetOptions } from './dataset.ts';
import { geometryReader } from './geometry.ts';
import { numberReader } from './number-reader.ts';
import { expectedUnswapped, Refused } from './refused.ts';

/** Names under which files carry the KAEK and the area, folded; the first that is there counts. */
const kaekNames = ['KAEK', 'ΚΑΕΚ', 'KAEKCODE', 'KAEKNUM', 'NATIONALCADASTRALREFERENCE'];
const areaNames = [
  'AREA',
  'AREAM2',
  'AREAVALUE',
  'ΕΜΒΑΔΟΝ',
  'ΕΜΒΑΔΟ',
  'ΕΜΒΑΔ',
  'EMBADON',
  'EMVADON',
];

/** Cadastral parcels: an outline, a KAEK and perhaps a registered area. */
export const parcels: Dataset<'parcels'> = {
  layer: 'parcels',
  columns: undefined,
  open(reader, options) {
    const geometries = geometryReader(reader, options);
    const columnsOf = columnFinder(options);
    const readNumber = numberReader(reader, options);
    return feature => {
      const columns = columnsOf(feature);
      const kaek = parseKaek(String(feature.properties[columns.kaek] ?? ''));
      if (kaek === undefined) {
        throw new Refused(columns.kaek, kaekForm, feature.properties[columns.kaek]);
      }
      const drawn = geometries.drawnPolygon(feature.geometry);
      const geometry = geometries.polygonOnGlobe(drawn);
      refuseOutsideGreece(geometry, () => geometries.isSwapped(drawn));
      const measured = () =>
        geometries.epsg === greekGridEpsg ? areaOnGridM2(drawn) : gridAreaM2(geometry);
      return { kaek, areaM2: registeredArea(feature, columns, readNumber) ?? measured(), geometry };
    };
  },
};

const greekGridEpsg = 2100;

interface Columns {
  readonly kaek: string;
  readonly area: string | undefined;
}

/** Finds the columns of each feature; not every one need have them all, as in GeoJSON and GML. */
function columnFinder(options: DatasetOptions): (feature: Feature) => Columns {
  const known = new Map<string, Columns | undefined>();
  return ({ properties }) => {
    const names = Object.keys(properties);
    const key = names.join();
    if (!known.has(key)) known.set(key, findColumns(names, options));
    const columns = known.get(key);
    if (columns) return columns;
    // A file without any is a mistake about the file; one row without is that row's.
    if (names.length > 0 && !known.values().some(found => found)) throw noKaekColumn(names);
    throw new Refused('kaek', kaekForm, null);
  };
}

function findColumns(names: readonly string[], options: DatasetOptions): Columns | undefined {
  const byName = (wanted: readonly string[]) =>
    wanted.map(name => names.find(n => fold(n) === name)).find(n => n !== undefined);
  const kaek = given(names, '--kaek', options.kaekColumn) ?? byName(kaekNames);
  if (kaek === undefined) return undefined;
  return { kaek, area: given(names, '--area', options.areaColumn) ?? byName(areaNames) };
}

function noKaekColumn(names: readonly string[]): KtimaError {
  return new KtimaError(
    'BAD_DATA',
    `no column looks like the KAEK; name it with --kaek. There are: ${listed(names)}`,
  );
}

function given(names: readonly string[], option: string, name?: string): string | undefined {
  if (name === undefined || names.includes(name)) return name;
  throw new KtimaError(
    'BAD_DATA',
    `${option} ${name}: there is no such column, only ${listed(names)}`,
  );
}

/** Capitals without accents, blanks and marks: `Εμβαδόν (τ.μ.)` and `ΕΜΒΑΔΟΝ` meet. */
function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\(.*\)|[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** As registered, in m²; a file without, or with nothing or zero there, leaves it to us. */
function registeredArea(
  feature: Feature,
  { area }: Columns,
  readNumber: ReturnType<typeof numberReader>,
): number | undefined {
  if (area === undefined) return undefined;
  const value = feature.properties[area];
  if (value === undefined || value === null || value === '') return undefined;
  const number = readNumber(feature, area) ?? Number.NaN;
  if (!(number >= 0) || number > 1e12) throw new Refused(area, 'square metres', value);
  return number === 0 ? undefined : number;
}

/** Wrong coordinates show themselves: what is registered in Greece lies in Greece. */
function refuseOutsideGreece(geometry: PolygonGeometry, isSwapped: () => boolean): void {
  const { west, east, south, north } = boundsOf(geometry);
  if (isInGreece(south, west) && isInGreece(north, east)) return;
  const expected = isSwapped()
    ? expectedUnswapped
    : 'a place in Greece; is the coordinate system right?';
  throw new Refused('geometry', expected, [Number(west.toFixed(5)), Number(south.toFixed(5))]);
}
