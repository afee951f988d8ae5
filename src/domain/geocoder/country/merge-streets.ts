import { metresBetween } from '#tools/geo/earth.ts';
import { type Name, nameReader } from '../names/read-name.ts';
import type { PostalCodeRow, StreetRow } from '../rows/geocoder-rows.ts';
import { memoized } from '../text/fold.ts';
import { isOneWord, stem } from '../text/stem.ts';

/** Two streets of one name in one town that lie further apart than this, in metres, are two. */
const apartMetres = 1_500;

/**
 * Merges streets of other sources with those of the gazetteer, without duplicates. A street in both
 * keeps the gazetteer's postal code and numbers, has the other's position and both names, so that
 * houses under either name are found. Other streets are unchanged. Earlier sources have the better
 * position.
 */
export function mergeStreets(
  gazetteer: readonly StreetRow[],
  others: readonly StreetRow[],
  postalCodes: readonly PostalCodeRow[],
): readonly StreetRow[] {
  // Reading every name of the gazetteer takes over half a second.
  if (others.length === 0) return gazetteer;
  const merged: Mutable<StreetRow>[] = [];
  const nameOf = memoized(nameReader());
  const byCore = new Map<string, number[]>();
  const append = (row: StreetRow) => {
    const key = coreKey(row.municipality, nameOf(row.name));
    const known = byCore.get(key);
    const place = merged.push({ ...row }) - 1;
    if (known) known.push(place);
    else byCore.set(key, [place]);
  };
  gazetteer.forEach(append);
  const codes = new Map(postalCodes.map(code => [code.postalCode, code]));
  const onlyCode = onlyCodes(postalCodes);
  for (const other of others) {
    const name = nameOf(other.name);
    const alike = (byCore.get(coreKey(other.municipality, name)) ?? []).filter(i =>
      isSameStreet(nameOf(merged[i]!.name), name),
    );
    const same = onlyOneName(alike, merged, other);
    const target = same.length > 0 ? stretchOf(other, same, merged, codes) : undefined;
    if (target === undefined || isApart(merged[target]!, other)) {
      append({ ...other, postalCode: other.postalCode ?? onlyCode(other.municipality) });
    } else {
      lay(other, same, merged[target]!, merged);
    }
  }
  return merged;
}

/** The postal code of a municipality that has but one. */
function onlyCodes(postalCodes: readonly PostalCodeRow[]): (municipality: string) => string | null {
  const byMunicipality = Map.groupBy(postalCodes, code => code.municipality);
  return municipality => {
    const codes = byMunicipality.get(municipality) ?? [];
    return codes.length === 1 ? codes[0]!.postalCode : null;
  };
}

/** Villages of one municipality have streets of the same name. */
function isApart({ position: a }: StreetRow, { position: b }: StreetRow): boolean {
  if (a === null || b === null) return false;
  return metresBetween(a, b) > a.accuracyMetres + b.accuracyMetres + apartMetres;
}

/** Streets of one town whose core words have the same stems may be the same street. */
function coreKey(municipality: string, { type, words }: Name): string {
  const core = words.filter(word => word.role === 'core').map(word => stem(word.phonetic));
  const way = type === 'avenue' ? 'street' : type;
  return `${municipality}/${way}/${core.sort().join(' ')}`;
}

/**
 * Core words are forms of the same words. Given names and titles may be missing or shortened, but
 * must not contradict each other.
 */
function isSameStreet(a: Name, b: Name): boolean {
  const side = (name: Name, role: string) => name.words.filter(word => word.role === role);
  const agree = (role: string) => {
    const [left, right] = [side(a, role), side(b, role)];
    return (
      left.length === 0 ||
      right.length === 0 ||
      left.some(l => right.some(r => isAlike(l.phonetic, r.phonetic)))
    );
  };
  const isAlikeIn = (role: string) => side(a, role).length === side(b, role).length && agree(role);
  const isOneCore = side(a, 'core').every(l =>
    side(b, 'core').some(r => isOneWord(l.phonetic, r.phonetic)),
  );
  return isOneCore && agree('given') && isAlikeIn('namingTitle') && isAlikeIn('rulerTitle');
}

function isAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return stem(a) === stem(b) || (short.length <= 5 && long.startsWith(short));
}

/** A surname alone that fits two streets of the town is neither, unless the postal code decides. */
function onlyOneName(
  alike: readonly number[],
  merged: readonly StreetRow[],
  other: StreetRow,
): readonly number[] {
  const isOne = (rows: readonly number[]) => new Set(rows.map(i => merged[i]!.name)).size <= 1;
  if (isOne(alike)) return alike;
  const exact = alike.filter(i => merged[i]!.name === other.name);
  if (exact.length > 0) return exact;
  const inCode = alike.filter(i => merged[i]!.postalCode === other.postalCode);
  return isOne(inCode) ? inCode : [];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function lay(
  other: StreetRow,
  same: readonly number[],
  target: Mutable<StreetRow>,
  merged: readonly Mutable<StreetRow>[],
): void {
  // The gazetteer turns names around; houses spell them as they like, and only add their spelling.
  const renames = target.position === null && !other.hasHouses;
  for (const i of same) {
    const row = merged[i]!;
    const name = renames ? other.name : row.name;
    const names = new Set([row.name, ...row.otherNames, other.name, ...other.otherNames]);
    names.delete(name);
    row.name = name;
    row.otherNames = [...names];
    row.hasHouses ||= other.hasHouses;
  }
  if (other.position && target.position === null) {
    target.position = other.position;
    target.source = other.source;
  }
}

/** The stretch with the other's postal code, else the nearest. */
function stretchOf(
  { postalCode, position }: StreetRow,
  same: readonly number[],
  merged: readonly StreetRow[],
  codes: ReadonlyMap<string, PostalCodeRow>,
): number {
  const exact = same.find(i => postalCode !== null && merged[i]!.postalCode === postalCode);
  if (exact !== undefined || position === null) return exact ?? same[0]!;
  const metres = (i: number) => {
    const row = merged[i]!;
    const at = row.position ?? codes.get(row.postalCode ?? '');
    return at ? metresBetween(at, position) : Number.POSITIVE_INFINITY;
  };
  return same.toSorted((a, b) => metres(a) - metres(b))[0]!;
}
