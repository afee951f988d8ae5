import { KtimaError } from '../../errors.ts';
import { greekCapitals, kaekForm } from '../../property/kaek.ts';
import type { Feature } from '../readers/reader.ts';
import { listed } from './column-names.ts';
import type { DatasetOptions } from './dataset.ts';
import { Refused } from './refused.ts';

/** Which columns of a file of parcels hold what. */
export interface ParcelColumns {
  readonly kaek: string;
  /** Others that look like it; they may not contradict it. */
  readonly otherKaek: readonly string[];
  /** As registered. */
  readonly area: string | undefined;
  /** As a program measured it on the plane of the file, whichever that was. */
  readonly drawnArea: string | undefined;
}

/**
 * Names under which files carry the KAEK and the area, folded; the first that is there counts.
 * Of the KAEK these come before other names that have it in them.
 */
const kaekNames = ['KAEK', 'KAEKNEW', 'KAEK12', 'KAEKCODE', 'KAEKNUM', 'KAEKID', 'PROPKAEK'].map(
  fold,
);
const nationalReference = fold('nationalCadastralReference');
const areaNames = [
  'AREA',
  'AREA_M2',
  'AREA_SQM',
  'areaValue',
  'ΕΜΒΑΔΟΝ',
  'ΕΜΒΑΔΟΝ_ΤΜ',
  'ΕΜΒΑΔΟΝ_Μ2',
  'ΕΜΒΑΔΟ',
  'ΕΜΒΑΔ',
  'EMBADON',
  'EMVADON',
  'EMBADO',
  'EMVADO',
].map(fold);
const drawnAreaNames = ['Shape_Area', 'Shape_STArea'].map(fold);
/** In the name of a code that is no longer in force. */
const former = ['OLD', 'PREV', 'ΠΑΛ', 'ΠΡΟΗΓ'].map(fold);

/** Finds the columns of each feature; not every one need have them all, as in GeoJSON and GML. */
export function parcelColumnFinder(options: DatasetOptions): (feature: Feature) => ParcelColumns {
  const known = new Map<string, ParcelColumns | undefined>();
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

function findColumns(
  names: readonly string[],
  { kaekColumn, areaColumn }: DatasetOptions,
): ParcelColumns | undefined {
  const byName = (wanted: readonly string[]) =>
    wanted.map(name => names.find(n => fold(n) === name)).find(n => n !== undefined);
  const [kaek, ...others] =
    kaekColumn === undefined ? kaekColumns(names) : [given(names, '--kaek', kaekColumn)];
  if (kaek === undefined) return undefined;
  const area = areaColumn === undefined ? byName(areaNames) : given(names, '--area', areaColumn);
  return { kaek, otherKaek: others, area, drawnArea: byName(drawnAreaNames) };
}

/** Those that look like the code, the likeliest first. */
function kaekColumns(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const place = kaekNames.indexOf(fold(name));
    return place === -1 ? kaekNames.length : place;
  };
  const isFormer = (name: string) => former.some(word => fold(name).includes(word));
  const found = names.filter(name => fold(name).includes(kaekNames[0]!) && !isFormer(name));
  if (found.length > 0) return found.sort((a, b) => rank(a) - rank(b));
  return names.filter(name => fold(name) === nationalReference);
}

function noKaekColumn(names: readonly string[]): KtimaError {
  return new KtimaError(
    'BAD_DATA',
    `no column looks like the KAEK; name it with --kaek. There are: ${listed(names)}`,
  );
}

function given(names: readonly string[], option: string, name: string): string {
  if (names.includes(name)) return name;
  throw new KtimaError(
    'BAD_DATA',
    `${option} ${name}: there is no such column, only ${listed(names)}`,
  );
}

/** Greek capitals without accents, blanks and marks: `Εμβαδόν (τ.μ.)` and `EMBAΔΟΝ` meet. */
function fold(name: string): string {
  return greekCapitals(name.normalize('NFD').replace(/\(.*\)|[^\p{L}\p{N}]/gu, ''));
}
