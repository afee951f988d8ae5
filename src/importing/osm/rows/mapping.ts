import { readFile } from 'node:fs/promises';
import Type, { type Static, type TProperties } from 'typebox';
import { placeTypes } from '#domain/property/place-types.ts';
import { KtimaError } from '#tools/errors.ts';
import { badFile } from '#tools/files/bytes.ts';
import { firstError } from './first-error.ts';

const exact = <Fields extends TProperties>(fields: Fields, options = {}) =>
  Type.Object(fields, { additionalProperties: false, ...options });

const text = Type.String({ pattern: '\\S', 'x-expected': 'a text' });
const texts = Type.Array(text, { minItems: 1 });
const oneOrMore = Type.Union([text, texts], { 'x-expected': 'a list of texts, or one text' });
const phrase = Type.String({ pattern: '[\\p{L}\\p{N}]', 'x-expected': 'words' });
const phrases = Type.Array(phrase, { minItems: 1 });
const level = Type.Integer({ minimum: 0, maximum: 8, 'x-expected': 'a level from 0 to 8' });
const levels = Type.Array(level, { minItems: 1 });
const aboveZero = Type.Number({ exclusiveMinimum: 0, 'x-expected': 'a number above 0' });

const onlyOne = { minProperties: 1, maxProperties: 1, 'x-expected': 'either "not" or "like"' };
const WantedTag = Type.Union(
  [
    Type.Boolean(),
    text,
    texts,
    exact({ not: Type.Optional(oneOrMore), like: Type.Optional(phrases) }, onlyOne),
  ],
  { 'x-expected': 'a list of texts, one text, true, false, or an object with "not" or "like"' },
);

/**
 * Condition for a tag: one of some values, present, absent, none of some values, or with certain
 * words.
 */
export type WantedTag = Static<typeof WantedTag>;

const WantedLevels = exact({
  /** It has levels, all of them among these. */
  only: Type.Optional(levels),
  /** At least one of these. */
  some: Type.Optional(levels),
  /** And at least one of these as well. */
  beside: Type.Optional(levels),
  none: Type.Optional(levels),
  /** Whether its levels are known. */
  told: Type.Optional(Type.Boolean()),
});

/** Levels of education by ISCED, 0 to 8, that a school must or must not have. */
export type WantedLevels = Static<typeof WantedLevels>;

const Condition = exact(
  {
    /** The first tag is the one a place is filed under. */
    tags: Type.Optional(
      Type.Record(Type.String(), WantedTag, {
        minProperties: 1,
        'x-expected': 'an object with at least one tag',
      }),
    ),
    kinds: Type.Optional(Type.Array(Type.Enum(['node', 'way', 'relation']), { minItems: 1 })),
    named: Type.Optional(Type.Boolean()),
    name_like: Type.Optional(phrases),
    /** An area of at least that many square metres. */
    at_least_m2: Type.Optional(aboveZero),
    levels: Type.Optional(WantedLevels),
    /** Its opening_date or start_date lies in the future. */
    opens: Type.Optional(Type.Enum(['later'])),
  },
  { minProperties: 1, 'x-expected': 'an object with at least one condition' },
);

/** Conditions for an object; all of them must hold. */
export type OsmCondition = Static<typeof Condition>;

/** A match is found by its first tag, so that must be there and have a value. */
const Match = Type.Refine(
  Condition,
  condition => {
    const [main] = Object.values(condition.tags ?? {});
    return typeof main === 'string' || Array.isArray(main);
  },
  () => 'tags, the first with a value',
);

const Rule = exact({
  place_type: Type.Enum([...placeTypes]),
  /** One must hold; the first that does gives the category. */
  match: Type.Array(Match, { minItems: 1 }),
  /** One of these must hold as well; default: nothing more is asked. */
  with: Type.Optional(Type.Array(Condition, { minItems: 1 })),
  /** None of these may hold; a text is the name of a shared list. */
  exclude: Type.Optional(
    Type.Array(
      Type.Union([Type.String(), Condition], { 'x-expected': 'a condition or a shared list' }),
    ),
  ),
  /** Default: the matched tag is in use, and no lifecycle word marks the whole object. */
  lifecycle: Type.Optional(Type.Enum(['may be in the future'])),
  /** Places alike in `name` or in another tag, so near to each other, are one. */
  merge: Type.Optional(exact({ same: text, within_metres: aboveZero })),
});
type Rule = Static<typeof Rule>;

/** How objects become places of one type. */
export interface OsmRule extends Omit<Rule, 'exclude'> {
  readonly exclude: readonly OsmCondition[];
}

const Mapping = exact({
  /** Words that mark, as key or as prefix of a key, what no longer exists or does not exist yet. */
  lifecycle: exact({ past: texts, future: texts }),
  school_levels: exact({
    tag: text,
    /** Levels by name, where the tag has none. */
    names: Type.Array(exact({ level, like: phrases })),
  }),
  shared: Type.Record(Type.String(), Type.Array(Condition)),
  rules: Type.Array(Rule, { minItems: 1 }),
  /** Tags whose objects are searched by name, without one of the types; by default none. */
  named: Type.Optional(
    Type.Record(Type.String(), texts, { 'x-expected': 'an object with a list of values a tag' }),
  ),
});
type Mapping = Static<typeof Mapping>;

/** Which objects of OpenStreetMap are places, and of which type: `data/osm-places.json`. */
export interface OsmMapping extends Pick<Mapping, 'lifecycle' | 'school_levels'> {
  readonly rules: readonly OsmRule[];
  readonly named: Readonly<Record<string, readonly string[]>>;
}

/** Reads a mapping; what is wrong with it is BAD_DATA and names the rule. */
export async function readOsmMapping(path: string): Promise<OsmMapping> {
  const text = await readFile(path, 'utf8').catch(cause => {
    throw badFile(path, cause);
  });
  try {
    return toMapping(parseJson(text));
  } catch (cause) {
    throw new KtimaError('BAD_DATA', `${path}: ${(cause as Error).message}`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`expected JSON such as data/osm-places.json: ${(cause as Error).message}`);
  }
}

function toMapping(value: unknown): OsmMapping {
  const error = firstError(Mapping, value);
  if (error) throw new Error(`${whereIs(error.path, value)}: expected ${error.expected}`);
  const { shared, rules, named = {}, ...rest } = value as Mapping;
  const types = rules.map(({ place_type }) => place_type);
  const twice = types.findIndex((type, i) => types.indexOf(type) !== i);
  if (twice < 0) {
    return { ...rest, named, rules: rules.map((rule, i) => toRule(rule, i + 1, shared)) };
  }
  throw new Error(`${ruleName(rules, twice + 1)}: expected one rule for each place_type`);
}

function whereIs([first = 'the whole', ...rest]: readonly string[], value: unknown): string {
  if (first !== 'rules' || rest.length === 0) return [first, ...rest].join(', ');
  const [number, ...below] = rest;
  return [ruleName((value as Mapping).rules, Number(number)), ...below].join(', ');
}

/** Also of a rule that is none. */
function ruleName(rules: readonly Rule[], number: number): string {
  const type: unknown = rules[number - 1]?.place_type;
  return typeof type === 'string' ? `rule ${number} (${type})` : `rule ${number}`;
}

function toRule(rule: Rule, number: number, shared: Mapping['shared']): OsmRule {
  const exclude = (rule.exclude ?? []).flatMap((item, i) => {
    if (typeof item !== 'string') return item;
    if (Object.hasOwn(shared, item)) return shared[item]!;
    const at = `rule ${number} (${rule.place_type}), exclude, ${i + 1}`;
    throw new Error(`${at}: expected one of ${Object.keys(shared).join(', ')}, got "${item}"`);
  });
  return { ...rule, exclude };
}
