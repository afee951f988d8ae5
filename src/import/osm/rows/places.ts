import type { PolygonGeometry } from '../../../geo/polygon.ts';
import type { NewPlace } from '../../../store/store.ts';
import { canBeAssembled } from '../assembly/areas.ts';
import type { OsmObject, Wants } from '../assembly/osm-object.ts';
import type { OsmTags } from '../readers/elements.ts';
import {
  conditionMaker,
  type Holds,
  lifecycleCheck,
  type OsmSubject,
  valueAmong,
  valuesOf,
} from './conditions.ts';
import { type Identity, identityOf, roundedPoint } from './layer.ts';
import type { OsmMapping, OsmRule } from './mapping.ts';
import { namesOf, sameName } from './names.ts';

/** A place as one object gives it; another may turn out to be the same place. */
export interface OsmCandidate extends Identity {
  readonly place: NewPlace;
  /** Folded; empty when there is none. */
  readonly name: string;
  /** Candidates of one type alike in this, so near to each other, are one; empty: alike to none. */
  readonly mergeKey: string;
  readonly withinMetres: number;
  readonly outline?: PolygonGeometry;
}

/** What a mapping makes of objects. */
export interface OsmPlaceRules {
  /** Whether an object may be a place, by its kind and tags. */
  readonly wants: Wants;
  /** The places an object is: one for each type, mostly one or none. */
  placesOf(object: OsmObject): OsmCandidate[];
}

/** A rule ready to be asked: the category of an object that it takes. */
interface ReadyRule {
  readonly rule: OsmRule;
  /** Tags as `amenity=bank`, of which it needs one. */
  readonly mainTags: readonly string[];
  categoryOf(subject: OsmSubject): string | undefined;
}

/** Makes a mapping ready for objects; dates after `today` (YYYY-MM-DD) are in the future. */
export function osmPlaceRules(mapping: OsmMapping, today: string): OsmPlaceRules {
  const rulesFor = ruleFinder(mapping.rules.map(rule => readyRule(rule, mapping, today)));
  return {
    wants(kind, tags) {
      if (!canBeAssembled(kind, tags)) return false;
      return rulesFor(tags).some(rule => rule.categoryOf({ kind, tags }) !== undefined);
    },
    placesOf(object) {
      if (isLine(object)) return [];
      return rulesFor(object.tags).flatMap(rule => candidates(rule, object));
    },
  };
}

const noRules: readonly ReadyRule[] = [];

/** Finds the rules that may take an object, in their order: most objects have no main tag. */
function ruleFinder(rules: readonly ReadyRule[]): (tags: OsmTags) => readonly ReadyRule[] {
  const mainTags = rules.flatMap((rule, i) => rule.mainTags.map(tag => ({ tag, rule, i })));
  const byTag = Map.groupBy(mainTags, ({ tag }) => tag);
  const mainKeys = new Set(mainTags.map(({ tag }) => tag.slice(0, tag.indexOf('='))));
  return tags => {
    let found: typeof mainTags | undefined;
    for (const key in tags) {
      if (!mainKeys.has(key)) continue;
      for (const value of valuesOf(tags, key)) {
        const hits = byTag.get(`${key}=${value}`);
        if (hits) found = found ? [...found, ...hits] : hits;
      }
    }
    if (found === undefined) return noRules;
    return [...new Set(found.toSorted((a, b) => a.i - b.i).map(({ rule }) => rule))];
  };
}

/** Open ways are tracks, kerbs and walls; no place of any type is one. */
function isLine({ kind, outline }: OsmObject): boolean {
  return kind !== 'node' && outline === undefined;
}

function readyRule(rule: OsmRule, mapping: OsmMapping, today: string): ReadyRule {
  const ready = conditionMaker(mapping, today);
  const matches = rule.match.map(match => {
    const [key, wanted] = Object.entries(match.tags!)[0] as [string, string | string[]];
    const isInUse = lifecycleCheck(rule.lifecycle, mapping.lifecycle, key);
    return { key, values: [wanted].flat(), isInUse, holds: ready(match) };
  });
  const required = rule.with?.map(ready);
  const excluded = rule.exclude.map(ready);
  const isRuledOut = (subject: OsmSubject) =>
    excluded.some(asked(subject)) || required?.some(asked(subject)) === false;
  return {
    rule,
    mainTags: [...new Set(matches.flatMap(m => m.values.map(value => `${m.key}=${value}`)))],
    categoryOf(subject) {
      for (const { key, values, isInUse, holds } of matches) {
        if (!holds(subject)) continue;
        const value = valueAmong(subject.tags, key, values)!;
        if (!isInUse(subject.tags, value)) continue;
        return isRuledOut(subject) ? undefined : `${key}=${value}`;
      }
      return undefined;
    },
  };
}

function asked(subject: OsmSubject): (holds: Holds) => boolean {
  return holds => holds(subject);
}

function candidates({ rule, categoryOf }: ReadyRule, object: OsmObject): OsmCandidate[] {
  const { tags, outline } = object;
  const category = categoryOf(object);
  if (category === undefined) return [];
  const name = sameName(tags);
  return [
    {
      ...identityOf(object),
      place: placeOf(object, rule, category),
      name,
      mergeKey: mergeKey(rule, tags, name),
      withinMetres: rule.merge?.within_metres ?? 0,
      ...(outline && { outline }),
    },
  ];
}

function mergeKey({ merge }: OsmRule, tags: OsmTags, name: string): string {
  if (merge === undefined) return '';
  return merge.same === 'name' ? name : (tags[merge.same]?.trim() ?? '');
}

function placeOf({ kind, id, tags, point }: OsmObject, rule: OsmRule, category: string): NewPlace {
  return {
    external_id: `${kind}/${id}`,
    ...namesOf(tags),
    place_category: category,
    place_type: rule.place_type,
    ...roundedPoint(point),
  };
}
