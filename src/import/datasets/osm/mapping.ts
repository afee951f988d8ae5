import { readFile } from 'node:fs/promises';
import { KtimaError } from '../../../errors.ts';
import { type PlaceType, placeTypes } from '../../../property/place-types.ts';
import type { OsmKind } from '../../readers/osm/osm.ts';
import { atLeastOne, type Check, listOf, oneOf, optional, record, text } from './json-check.ts';

/** What a tag must be: one of some values, there, not there, no such value, or worded so. */
export type WantedTag =
  | boolean
  | readonly string[]
  | { readonly not: readonly string[] }
  | { readonly like: readonly string[] };

/** Levels of education by ISCED, 0 to 8, that a school must or must not have. */
export interface WantedLevels {
  /** It has levels, all of them among these. */
  readonly only?: readonly number[] | undefined;
  /** At least one of these. */
  readonly some?: readonly number[] | undefined;
  /** And at least one of these as well. */
  readonly beside?: readonly number[] | undefined;
  readonly none?: readonly number[] | undefined;
  /** Whether anything tells its levels. */
  readonly told?: boolean | undefined;
}

/** What an object must be; all that is said must hold. */
export interface OsmCondition {
  /** The first tag is the one a place is filed under. */
  readonly tags?: Readonly<Record<string, WantedTag>> | undefined;
  readonly kinds?: readonly OsmKind[] | undefined;
  readonly named?: boolean | undefined;
  readonly name_like?: readonly string[] | undefined;
  /** An area of at least that many square metres. */
  readonly at_least_m2?: number | undefined;
  readonly levels?: WantedLevels | undefined;
  /** Its opening_date or start_date lies in the future. */
  readonly opens?: 'later' | undefined;
}

const lifecycles = ['no such tag at all', 'may be in the future'] as const;

/** How objects become places of one type. */
export interface OsmRule {
  readonly place_type: PlaceType;
  /** One must hold; the first that does gives the category. */
  readonly match: readonly OsmCondition[];
  /** One of these must hold as well; default: nothing more is asked. */
  readonly with: readonly OsmCondition[] | undefined;
  /** None of these may hold. */
  readonly exclude: readonly OsmCondition[];
  /** Default: the tag that matched is in use, no lifecycle word stands for the whole object. */
  readonly lifecycle: (typeof lifecycles)[number] | undefined;
  /** Places alike in `name` or in another tag, so near to each other, are one. */
  readonly merge: { readonly same: string; readonly within_metres: number } | undefined;
}

/** Which objects of OpenStreetMap are places, and of which type: `data/osm-places.json`. */
export interface OsmMapping {
  /** Words that mark, as key or as prefix of a key, what is no more or not yet. */
  readonly lifecycle: { readonly past: readonly string[]; readonly future: readonly string[] };
  readonly school_levels: {
    readonly tag: string;
    /** What names tell where the tag tells nothing. */
    readonly names: readonly { readonly level: number; readonly like: readonly string[] }[];
  };
  readonly rules: readonly OsmRule[];
}

/** Reads a mapping; what is wrong with it is BAD_DATA and names the rule. */
export async function readOsmMapping(path: string): Promise<OsmMapping> {
  try {
    return toMapping(JSON.parse(await readFile(path, 'utf8')), '');
  } catch (cause) {
    throw new KtimaError('BAD_DATA', `${path}: ${(cause as Error).message}`, { cause });
  }
}

const texts = atLeastOne(listOf(text));
const oneOrMore: Check<readonly string[]> = (value, at) =>
  typeof value === 'string' ? [text(value, at)] : texts(value, at);
const phrases = atLeastOne(listOf(phrase));
const levels = atLeastOne(listOf(level));

function phrase(value: unknown, at: string): string {
  if (typeof value === 'string' && /[\p{L}\p{N}]/u.test(value)) return value;
  throw new Error(`${at}: expected words`);
}

function level(value: unknown, at: string): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 8) return Number(value);
  throw new Error(`${at}: expected a level from 0 to 8`);
}

function aboveZero(value: unknown, at: string): number {
  if (Number.isFinite(value) && Number(value) > 0) return Number(value);
  throw new Error(`${at}: expected a number above 0`);
}

function yesOrNo(value: unknown, at: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`${at}: expected true or false`);
}

const wantedTag: Check<WantedTag> = (value, at) => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || Array.isArray(value)) return oneOrMore(value, at);
  return 'not' in (value ?? {})
    ? record({ not: oneOrMore })(value, at)
    : record({ like: phrases })(value, at);
};

const wantedTags: Check<Readonly<Record<string, WantedTag>>> = (value, at) => {
  const keys = Object.keys(record(undefined)(value, at));
  if (keys.length === 0) throw new Error(`${at}: expected at least one tag`);
  return record(Object.fromEntries(keys.map(key => [key, wantedTag])))(value, at);
};

const condition: Check<OsmCondition> = (value, at) => {
  if (Object.keys(record(undefined)(value, at)).length === 0) {
    throw new Error(`${at}: expected at least one condition`);
  }
  return record({
    tags: optional(wantedTags),
    kinds: optional(atLeastOne(listOf(oneOf<OsmKind>('node', 'way', 'relation')))),
    named: optional(yesOrNo),
    name_like: optional(phrases),
    at_least_m2: optional(aboveZero),
    levels: optional(
      record({
        only: optional(levels),
        some: optional(levels),
        beside: optional(levels),
        none: optional(levels),
        told: optional(yesOrNo),
      }),
    ),
    opens: optional(oneOf('later')),
  })(value, at);
};

/** A match is found by its first tag, so that must be there and have a value. */
const match: Check<OsmCondition> = (value, at) => {
  const read = condition(value, at);
  const [main] = Object.values(read.tags ?? {});
  if (Array.isArray(main)) return read;
  throw new Error(`${at}: expected tags, the first with a value`);
};

type Shared = Readonly<Record<string, readonly OsmCondition[]>>;

function toMapping(value: unknown, at: string): OsmMapping {
  const { shared, rules, ...rest } = record({
    lifecycle: record({ past: texts, future: texts }),
    school_levels: record({
      tag: text,
      names: listOf(record({ level, like: phrases })),
    }),
    shared: record(undefined),
    rules: atLeastOne(listOf((rule: unknown) => rule)),
  })(value, at);
  const lists = Object.keys(shared).map(name => [name, listOf(condition)] as const);
  const read = record(Object.fromEntries(lists))(shared, 'shared');
  const ready = rules.map((rule, i) => toRule(rule, i + 1, read));
  const types = ready.map(({ place_type }) => place_type);
  const twice = types.findIndex((type, i) => types.indexOf(type) !== i);
  if (twice < 0) return { ...rest, rules: ready };
  throw new Error(`rule ${twice + 1} (${types[twice]}): expected one rule for each place_type`);
}

function toRule(value: unknown, number: number, shared: Shared): OsmRule {
  const { place_type } = record(undefined)(value, `rule ${number}`);
  const at = typeof place_type === 'string' ? `rule ${number} (${place_type})` : `rule ${number}`;
  const excluded: Check<readonly OsmCondition[]> = (item, where) =>
    typeof item === 'string' ? sharedList(shared, item, where) : [condition(item, where)];
  const { exclude, ...rule } = record({
    place_type: oneOf(...placeTypes),
    match: atLeastOne(listOf(match)),
    with: optional(atLeastOne(listOf(condition))),
    exclude: optional(listOf(excluded)),
    lifecycle: optional(oneOf(...lifecycles)),
    merge: optional(record({ same: text, within_metres: aboveZero })),
  })(value, at);
  return { ...rule, exclude: exclude?.flat() ?? [] };
}

function sharedList(shared: Shared, name: string, at: string): readonly OsmCondition[] {
  if (Object.hasOwn(shared, name)) return shared[name]!;
  throw new Error(`${at}: expected one of ${Object.keys(shared).join(', ')}, got "${name}"`);
}
