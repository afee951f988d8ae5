import type { NewPlace } from '#storage/store/store.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { canBeAssembled } from '../assembly/assemble-areas.ts';
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
import { namesOf, sameName } from './osm-names.ts';

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
  /** Whether a rule matches an object, by its kind and tags. */
  readonly wants: Wants;
  /** Whether an object may be a place, likewise. */
  readonly takes: Wants;
  /** The places an object is: one for each type, mostly one or none. */
  placesOf(object: OsmObject): OsmCandidate[];
  /** Why the rules that match an object leave it out. */
  reasonsAgainst(object: OsmObject): string[];
}

/** A rule ready to be asked. */
interface ReadyRule {
  readonly rule: OsmRule;
  /** Tags as `amenity=bank`, of which it needs one. */
  readonly mainTags: readonly string[];
  judge(subject: OsmSubject): Judgement | undefined;
}

/** The category of an object that a rule matches, or what leaves it out. */
type Judgement = { readonly category: string } | { readonly leftOutBy: string };

/** Makes a mapping ready for objects; dates after `today` (YYYY-MM-DD) are in the future. */
export function osmPlaceRules(mapping: OsmMapping, today: string): OsmPlaceRules {
  const rulesFor = ruleFinder(mapping.rules.map(rule => readyRule(rule, mapping, today)));
  const judgements = (subject: OsmSubject) =>
    rulesFor(subject.tags).map(({ rule, judge }) => ({ rule, ...judge(subject) }));
  const takes = (subject: OsmSubject) => judgements(subject).some(found => 'category' in found);
  return {
    wants: (kind, tags) =>
      canBeAssembled(kind, tags) &&
      rulesFor(tags).some(rule => rule.judge({ kind, tags }) !== undefined),
    takes: (kind, tags) => canBeAssembled(kind, tags) && takes({ kind, tags }),
    placesOf(object) {
      // Open ways are tracks, kerbs and walls; no place of any type is one.
      if (object.kind !== 'node' && object.outline === undefined) return [];
      return judgements(object).flatMap(found =>
        'category' in found ? candidate(found.rule, object, found.category) : [],
      );
    },
    reasonsAgainst: object =>
      judgements(object).flatMap(({ rule, ...found }) => {
        if ('leftOutBy' in found) return `${rule.place_type}: left out by ${found.leftOutBy}`;
        return 'category' in found ? `${rule.place_type}: left out, because it is a line` : [];
      }),
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

function readyRule(rule: OsmRule, mapping: OsmMapping, today: string): ReadyRule {
  const ready = conditionMaker(mapping, today);
  const matches = rule.match.map(match => {
    const [key, wanted] = Object.entries(match.tags!)[0] as [string, string | string[]];
    const isInUse = lifecycleCheck(rule.lifecycle, mapping.lifecycle, key);
    return { key, values: [wanted].flat(), isInUse, holds: ready(match) };
  });
  const required = rule.with?.map(ready);
  const excluded = rule.exclude.map(ready);
  const ruledOutBy = (subject: OsmSubject) => {
    if (excluded.some(asked(subject))) return 'exclude';
    return required?.some(asked(subject)) === false ? 'with' : undefined;
  };
  return {
    rule,
    mainTags: [...new Set(matches.flatMap(m => m.values.map(value => `${m.key}=${value}`)))],
    judge(subject) {
      let leftOutBy: string | undefined;
      for (const { key, values, isInUse, holds } of matches) {
        if (!holds(subject)) continue;
        const value = valueAmong(subject.tags, key, values)!;
        leftOutBy = isInUse(subject.tags, value) ? ruledOutBy(subject) : 'a lifecycle tag';
        if (leftOutBy === undefined) return { category: `${key}=${value}` };
      }
      return leftOutBy === undefined ? undefined : { leftOutBy };
    },
  };
}

function asked(subject: OsmSubject): (holds: Holds) => boolean {
  return holds => holds(subject);
}

function candidate(rule: OsmRule, object: OsmObject, category: string): OsmCandidate {
  const { tags, outline } = object;
  const name = sameName(tags);
  return {
    ...identityOf(object),
    place: placeOf(object, rule, category),
    name,
    mergeKey: mergeKey(rule, tags, name),
    withinMetres: rule.merge?.within_metres ?? 0,
    ...(outline && { outline }),
  };
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
