import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlaceType } from '#domain/property/place-types.ts';
import { dataFolder } from '../../shipped/shipped-table.ts';
import type { OsmKind } from '../readers/elements.ts';

/**
 * Condition for a tag: one of some values, present, absent, none of some values, or with certain
 * words.
 */
export type WantedTag =
  | boolean
  | string
  | string[]
  | { readonly not?: string | string[]; readonly like?: readonly string[] };

/** Levels of education by ISCED, 0 to 8, that a school must or must not have. */
export interface WantedLevels {
  /** It has levels, all of them among these. */
  readonly only?: readonly number[];
  /** At least one of these. */
  readonly some?: readonly number[];
  /** And at least one of these as well. */
  readonly beside?: readonly number[];
  readonly none?: readonly number[];
  /** Whether its levels are known. */
  readonly told?: boolean;
}

/** Conditions for an object; all of them must hold. */
export interface OsmCondition {
  /** The first tag is the one a place is filed under. */
  readonly tags?: Readonly<Record<string, WantedTag>>;
  readonly kinds?: readonly OsmKind[];
  readonly named?: boolean;
  readonly name_like?: readonly string[];
  /** An area of at least that many square metres. */
  readonly at_least_m2?: number;
  readonly levels?: WantedLevels;
  /** Its opening_date or start_date lies in the future. */
  readonly opens?: 'later';
}

/** How objects become places of one type. */
export interface OsmRule {
  readonly place_type: PlaceType;
  /** One must hold; the first that does gives the category. The first tag of each has a value. */
  readonly match: readonly OsmCondition[];
  /** One of these must hold as well; default: nothing more is asked. */
  readonly with?: readonly OsmCondition[];
  /** None of these may hold. */
  readonly exclude: readonly OsmCondition[];
  /** Default: the matched tag is in use, and no lifecycle word marks the whole object. */
  readonly lifecycle?: 'may be in the future';
  /** Places alike in `name` or in another tag, so near to each other, are one. */
  readonly merge?: { readonly same: string; readonly within_metres: number };
}

/** Which objects of OpenStreetMap are places, and of which type: `data/osm-places.json`. */
export interface OsmMapping {
  /** Words that mark, as key or as prefix of a key, what no longer exists or does not exist yet. */
  readonly lifecycle: { readonly past: readonly string[]; readonly future: readonly string[] };
  readonly school_levels: {
    readonly tag: string;
    /** Levels by name, where the tag has none. */
    readonly names: readonly { readonly level: number; readonly like: readonly string[] }[];
  };
  readonly rules: readonly OsmRule[];
  /** Tags whose objects are searched by name, without one of the types. */
  readonly named: Readonly<Record<string, readonly string[]>>;
}

/** The mapping as it is written: a text in `exclude` is the name of a list in `shared`. */
interface WrittenMapping extends Omit<OsmMapping, 'rules'> {
  readonly shared: Readonly<Record<string, readonly OsmCondition[]>>;
  readonly rules: readonly (Omit<OsmRule, 'exclude'> & {
    readonly exclude?: readonly (string | OsmCondition)[];
  })[];
}

/** Reads the mapping that ships. */
export async function readOsmMapping(): Promise<OsmMapping> {
  const text = await readFile(join(dataFolder, 'osm-places.json'), 'utf8');
  const { shared, rules, ...rest } = JSON.parse(text) as WrittenMapping;
  const conditionsOf = (item: string | OsmCondition) =>
    typeof item === 'string' ? shared[item]! : item;
  return {
    ...rest,
    rules: rules.map(rule => ({ ...rule, exclude: (rule.exclude ?? []).flatMap(conditionsOf) })),
  };
}
