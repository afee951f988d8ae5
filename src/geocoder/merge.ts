import { type Name, nameReader } from './names/read-name.ts';
import type { PostalCodeRow, StreetRow } from './rows.ts';
import { metresBetween } from './spread.ts';
import { remembering } from './text/remember.ts';
import { stem } from './text/stem.ts';

/**
 * Streets of a second source laid over those of the gazetteer, no street twice. A street that
 * both know keeps the gazetteer's postal code and numbers, takes the other's position and answers
 * to both names, so that houses kept under either are found. The rest stand as they are.
 */
export function mergeStreets(
  gazetteer: readonly StreetRow[],
  others: readonly StreetRow[],
  postalCodes: readonly PostalCodeRow[],
): StreetRow[] {
  const merged = gazetteer.map(row => ({ ...row }));
  const nameOf = remembering(nameReader());
  const byCore = new Map<string, number[]>();
  merged.forEach((row, i) => {
    const key = coreKey(row.municipality, nameOf(row.name));
    byCore.set(key, [...(byCore.get(key) ?? []), i]);
  });
  const codes = new Map(postalCodes.map(code => [code.postalCode, code]));
  const fresh: StreetRow[] = [];
  for (const other of others) {
    const name = nameOf(other.name);
    const alike = (byCore.get(coreKey(other.municipality, name)) ?? []).filter(i =>
      isSameStreet(nameOf(merged[i]!.name), name),
    );
    const same = onlyOneName(alike, merged, other);
    if (same.length === 0) fresh.push(other);
    else lay(other, same, merged, codes);
  }
  return [...merged, ...fresh];
}

/** Streets of one town whose core words have the same stems may be the same street. */
function coreKey(municipality: string, { type, words }: Name): string {
  const core = words.filter(word => word.role === 'core').map(word => stem(word.phonetic));
  const way = type === 'avenue' ? 'street' : type;
  return `${municipality}/${way}/${core.sort().join(' ')}`;
}

/** Given names and titles may be missing or shortened, but must not contradict each other. */
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
  const named = side(a, 'namingTitle').length === side(b, 'namingTitle').length;
  return named && agree('given') && agree('namingTitle');
}

function isAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return stem(a) === stem(b) || (short.length <= 5 && long.startsWith(short));
}

/** A bare surname that fits two streets of the town is neither, unless the postal code tells. */
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
  merged: Mutable<StreetRow>[],
  codes: ReadonlyMap<string, PostalCodeRow>,
): void {
  for (const i of same) {
    const row = merged[i]!;
    const others = new Set([row.name, ...row.otherNames, ...other.otherNames]);
    others.delete(other.name);
    row.name = other.name;
    row.otherNames = [...others];
  }
  const target = merged[stretchOf(other, same, merged, codes)]!;
  if (other.position && target.position === null) {
    target.position = other.position;
    target.source = other.source;
  }
}

/** The stretch with the other's postal code, else the one whose code lies nearest to it. */
function stretchOf(
  { postalCode, position }: StreetRow,
  same: readonly number[],
  merged: readonly StreetRow[],
  codes: ReadonlyMap<string, PostalCodeRow>,
): number {
  const exact = same.find(i => merged[i]!.postalCode === postalCode);
  if (exact !== undefined || position === null) return exact ?? same[0]!;
  const metres = (i: number) => {
    const code = codes.get(merged[i]!.postalCode ?? '');
    return code ? metresBetween(code, position) : Number.POSITIVE_INFINITY;
  };
  return same.toSorted((a, b) => metres(a) - metres(b))[0]!;
}
