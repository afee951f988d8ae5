import { fold } from '#domain/geocoder/text/fold.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import { type PolygonGeometry, planarArea, polygonsOf } from '#tools/geo/polygon.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import type { OsmCondition, OsmMapping, OsmRule, WantedLevels, WantedTag } from './mapping.ts';

/** The object that a condition checks. */
export interface OsmSubject {
  readonly kind: OsmKind;
  readonly tags: OsmTags;
  /** Left out before the shape is known: conditions on the area of ways and relations then hold. */
  readonly outline?: PolygonGeometry | undefined;
}

/** Whether a condition holds. */
export type Holds = (subject: OsmSubject) => boolean;

/** Returns the levels of a school; none when they are not known. */
type LevelsOf = (tags: OsmTags) => ReadonlySet<number>;

const namesTold = ['name', 'name:el', 'name:en', 'int_name'];
const namesRead = [...namesTold, 'official_name', 'short_name', 'alt_name'];

/** Makes conditions of a mapping ready to be asked; `today` is YYYY-MM-DD. */
export function conditionMaker(
  mapping: OsmMapping,
  today: string,
): (condition: OsmCondition) => Holds {
  const levelsOf = levelReader(mapping.school_levels);
  return condition => {
    const all = partsOf(condition, levelsOf, today);
    return subject => all.every(holds => holds(subject));
  };
}

function partsOf(condition: OsmCondition, levelsOf: LevelsOf, today: string): Holds[] {
  const { kinds, named, name_like, at_least_m2, levels, opens } = condition;
  const parts = Object.entries(condition.tags ?? {}).map(([key, wanted]) => tagHolds(key, wanted));
  if (kinds) parts.push(({ kind }) => kinds.includes(kind));
  if (named !== undefined) parts.push(({ tags }) => named === namesTold.some(key => tags[key]));
  if (name_like) {
    const isLike = phraseFinder(name_like);
    parts.push(({ tags }) => namesRead.some(key => tags[key] && isLike(tags[key])));
  }
  if (levels) parts.push(({ tags }) => levelsHold(levelsOf(tags), levels));
  if (opens) parts.push(({ tags }) => opensAfter(tags, today));
  if (at_least_m2) parts.push(subject => isAsLarge(subject, at_least_m2));
  return parts;
}

function tagHolds(key: string, wanted: WantedTag): Holds {
  if (typeof wanted === 'boolean') return ({ tags }) => wanted === Boolean(tags[key]);
  if (typeof wanted === 'string' || Array.isArray(wanted)) {
    const values = [wanted].flat();
    return ({ tags }) => valueAmong(tags, key, values) !== undefined;
  }
  if (wanted.like) {
    const isLike = phraseFinder(wanted.like);
    return ({ tags }) => isLike(tags[key] ?? '');
  }
  const refused = [wanted.not!].flat();
  return ({ tags }) => valueAmong(tags, key, refused) === undefined;
}

/** Which of the wanted values a tag has; `bank;atm` has two. */
export function valueAmong(
  tags: OsmTags,
  key: string,
  wanted: readonly string[],
): string | undefined {
  return valuesOf(tags, key).find(value => wanted.includes(value));
}

/** The values of a tag, mostly one; none when it is missing. */
export function valuesOf(tags: OsmTags, key: string): readonly string[] {
  const value = tags[key];
  if (!value) return [];
  return value.includes(';') ? value.split(';').map(part => part.trim()) : [value];
}

/** From the tag, or from the names if the tag has none of the levels of schools, 0 to 3. */
function levelReader({ tag, names }: OsmMapping['school_levels']): LevelsOf {
  const finders = names.map(({ level, like }) => ({ level, isLike: phraseFinder(like) }));
  const read = (tags: OsmTags) => {
    const told = parseLevels(tags[tag] ?? '');
    if ([0, 1, 2, 3].some(level => told.has(level))) return told;
    const texts = namesRead.map(key => tags[key]).filter(text => text !== undefined);
    const named = finders.filter(({ isLike }) => texts.some(isLike)).map(({ level }) => level);
    return named.length > 0 ? new Set(named) : told;
  };
  // Four place types check the same school in turn.
  let last: { readonly tags: OsmTags; readonly levels: ReadonlySet<number> } | undefined;
  return tags => {
    if (last?.tags !== tags) last = { tags, levels: read(tags) };
    return last.levels;
  };
}

/** Reads `2;3`, `0-1` and the like; what is no level is left out. */
function parseLevels(text: string): ReadonlySet<number> {
  const levels = new Set<number>();
  for (const [, from, to] of text.matchAll(/(?<!\d)([0-8])(?:\s*[-–]\s*([0-8]))?(?!\d)/g)) {
    const [a, b] = [Number(from), Number(to ?? from)];
    for (let level = Math.min(a, b); level <= Math.max(a, b); level++) levels.add(level);
  }
  return levels;
}

function levelsHold(levels: ReadonlySet<number>, wanted: WantedLevels): boolean {
  const hasOne = (of: readonly number[]) => of.some(level => levels.has(level));
  const { only, some, beside, none, told } = wanted;
  if (only && !(levels.size > 0 && levels.isSubsetOf(new Set(only)))) return false;
  if (some && !hasOne(some)) return false;
  if (beside && !hasOne(beside)) return false;
  if (none && hasOne(none)) return false;
  return told === undefined || told === levels.size > 0;
}

/** A year or month lies in the future when its first day does. */
function opensAfter(tags: OsmTags, today: string): boolean {
  return [tags.opening_date, tags.start_date].some(date => {
    const [, year, month = '01', day = '01'] =
      /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date?.trim() ?? '') ?? [];
    return year !== undefined && `${year}-${month}-${day}` > today;
  });
}

function isAsLarge({ kind, outline }: OsmSubject, leastM2: number): boolean {
  return outline ? areaM2(outline) >= leastM2 : kind !== 'node';
}

/** Of the outline on the plane at its first position: exact enough for anything one can walk across. */
function areaM2(outline: PolygonGeometry): number {
  const { north, east } = metresPerDegree(polygonsOf(outline)[0]![0]![0]![1]);
  return planarArea(outline) * north * east;
}

/**
 * Returns a function that checks whether a text contains one of the phrases as whole words, folded.
 * `*` is the rest of a word. Dots of abbreviations do not count: `Δ.Σ.` finds `ΔΣ`, and `ΕΠΑΛ`
 * finds `ΕΠΑ.Λ.`.
 */
export function phraseFinder(phrases: readonly string[]): (text: string) => boolean {
  const alternatives = phrases.map(phrase =>
    words(fold(phrase).replaceAll('.', '')).replaceAll('*', '[^ ]*'),
  );
  const pattern = new RegExp(`(?:^| )(?:${alternatives.join('|')})(?: |$)`, 'u');
  return text => {
    const folded = fold(text);
    return pattern.test(words(folded)) || pattern.test(words(folded.replaceAll('.', '')));
  };
}

/** Letters and digits, the rest as single spaces. */
function words(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}*]+/gu, ' ').trim();
}

/** Whether an object is in use, judged beside the value of the tag that made it a place. */
type IsInUse = (tags: OsmTags, mainValue: string) => boolean;

/**
 * Checks lifecycle words: `abandoned=yes`, and `disused:amenity=bank` beside `amenity=bank`. A bank
 * that was a café once is in use, and so is a station that had another number (`was:ref`).
 */
export function lifecycleCheck(
  wanted: OsmRule['lifecycle'],
  { past, future }: OsmMapping['lifecycle'],
  mainKey: string,
): IsInUse {
  const words = wanted === 'may be in the future' ? past : [...past, ...future];
  const formerKeys = words.map(word => `${word}:${mainKey}`);
  return (tags, mainValue) =>
    words.every(word => (tags[word] ?? 'no') === 'no') &&
    formerKeys.every(key => tags[key] !== mainValue && tags[key] !== 'yes');
}
