import { greekCapitals, kaekFormat } from '#domain/property/kaek.ts';
import { sampleColumn } from '#storage/store/store.ts';
import { badData, type KtimaError } from '#tools/errors.ts';
import { listed } from '#tools/notation/column-names.ts';
import type { Feature } from '../readers/reader.ts';
import { columnName } from './column-fields.ts';
import { type DatasetOptions, Refused } from './dataset.ts';

/** The columns of a file of parcels. */
export interface ParcelColumns {
  readonly kaek: string;
  /** Other columns that look like the KAEK; they may not contradict it. */
  readonly otherKaek: readonly string[];
  /** Both columns of a position in degrees, which may not contradict the outline. */
  readonly degrees: { readonly latitude: string; readonly longitude: string } | undefined;
  /** The registered area. */
  readonly area: string | undefined;
  /** The area that a GIS program computed in the projection of the file. */
  readonly drawnArea: string | undefined;
}

/**
 * Usual names of the KAEK and area columns, folded; the first one in the file is used. For the KAEK,
 * these have precedence over other names that contain KAEK.
 */
const kaekNames = ['KAEK', 'KAEKNEW', 'KAEK12', 'KAEKCODE', 'KAEKNUM', 'KAEKID', 'PROPKAEK'].map(
  foldedName,
);
const nationalReference = foldedName('nationalCadastralReference');
const areaNames =
  `AREA AREA_M2 AREA_SQM areaValue ΕΜΒΑΔΟΝ ΕΜΒΑΔΟΝ_ΤΜ ΕΜΒΑΔΟΝ_Μ2 ΕΜΒΑΔΟ ΕΜΒΑΔ EMBADON
  EMVADON EMBADO EMVADO`
    .split(/\s+/)
    .map(foldedName);
const drawnAreaNames = ['Shape_Area', 'Shape_STArea'].map(foldedName);
/** Parts of a column name that mean an old code, no longer in force. */
const former = ['OLD', 'PREV', 'ΠΑΛ', 'ΠΡΟΗΓ'].map(foldedName);

/** Numbers and lengths that programs add to each row. */
const ofPrograms = [
  ...['ID', 'FID', 'OGC_FID', 'GML_ID', 'OBJECTID', 'Shape_Leng', 'Shape_Length'],
  sampleColumn,
].map(foldedName);

/** Whether a column is never missed: an area that is measured instead, or of a program. */
export function isNotMissed(name: string): boolean {
  return [...areaNames, ...drawnAreaNames, ...ofPrograms].includes(foldedName(name));
}

/** Finds the columns of each feature. In GeoJSON and GML, features may have different columns. */
export function parcelColumnFinder(options: DatasetOptions): (feature: Feature) => ParcelColumns {
  const known = new Map<string, ParcelColumns | undefined>();
  return ({ properties }) => {
    const names = Object.keys(properties);
    const key = names.join();
    if (!known.has(key)) known.set(key, findColumns(names, options));
    const columns = known.get(key);
    if (columns) return columns;
    // No KAEK column so far: an error of the file. Otherwise only this row is refused.
    if (names.length > 0 && !known.values().some(found => found)) throw noKaekColumn(names);
    throw new Refused('kaek', kaekFormat, null);
  };
}

function findColumns(
  names: readonly string[],
  { kaekColumn, areaColumn }: DatasetOptions,
): ParcelColumns | undefined {
  const byName = (wanted: readonly string[]) =>
    wanted.map(name => names.find(n => foldedName(n) === name)).find(n => n !== undefined);
  const [kaek, ...others] =
    kaekColumn === undefined ? kaekColumns(names) : [given(names, '--kaek', kaekColumn)];
  if (kaek === undefined) return undefined;
  const found = { kaek, otherKaek: others, degrees: degreeColumns(names) };
  if (areaColumn === false) return { ...found, area: undefined, drawnArea: undefined };
  const area = areaColumn === undefined ? byName(areaNames) : given(names, '--area', areaColumn);
  return { ...found, area, drawnArea: byName(drawnAreaNames) };
}

function degreeColumns(names: readonly string[]): ParcelColumns['degrees'] {
  const [latitude, longitude] = ['latitude', 'longitude'].map(field =>
    names.find(name => columnName(name) === field),
  );
  return latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined;
}

/** The columns that look like the KAEK, the most likely first. */
function kaekColumns(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const place = kaekNames.indexOf(foldedName(name));
    return place === -1 ? kaekNames.length : place;
  };
  const isFormer = (name: string) => former.some(word => foldedName(name).includes(word));
  const found = names.filter(name => foldedName(name).includes(kaekNames[0]!) && !isFormer(name));
  if (found.length > 0) return found.sort((a, b) => rank(a) - rank(b));
  return names.filter(name => foldedName(name) === nationalReference);
}

function noKaekColumn(names: readonly string[]): KtimaError {
  return badData(`no column looks like the KAEK; name it with --kaek. There are: ${listed(names)}`);
}

function given(names: readonly string[], option: string, name: string): string {
  if (names.includes(name)) return name;
  throw badData(`${option} ${name}: there is no such column, only ${listed(names)}`);
}

/** Greek capitals without accents, blanks and marks: `Εμβαδόν (τ.μ.)` equals `EMBAΔΟΝ`. */
export function foldedName(name: string): string {
  return greekCapitals(name.normalize('NFD').replace(/\(.*\)|[^\p{L}\p{N}]/gu, ''));
}
