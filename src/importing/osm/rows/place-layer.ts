import type { NewPlace } from '#storage/store/store.ts';
import { buildBoxIndex } from '#tools/geo/box-index.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { countReasons } from '../../report.ts';
import { groupNear } from './group-by-distance.ts';
import { byKindThenId, type Identity, identityOf, type OsmLayer } from './layer.ts';
import type { OsmCandidate, OsmPlaceRules } from './place-rows.ts';

/** Gathers places of the 25 types. */
export function osmPlaces(rules: OsmPlaceRules): OsmLayer<NewPlace> {
  const candidates: OsmCandidate[] = [];
  const leftOut: (Identity & { readonly reason: string })[] = [];
  return {
    wants: rules.wants,
    isRow: rules.takes,
    add(object) {
      const places = rules.placesOf(object);
      candidates.push(...places);
      if (places.length > 0) return;
      for (const reason of rules.reasonsAgainst(object))
        leftOut.push({ ...identityOf(object), reason });
    },
    settle: () => settlePlaces(candidates),
    leftOut() {
      const reasons = countReasons();
      for (const { reason, ...object } of leftOut)
        reasons.add(reason, `${object.kind} ${object.id}`);
      return reasons.list();
    },
  };
}

/**
 * The places among candidates: no node inside an area that is the same place, and what the mapping
 * merges as one. In order of type, kind and id, and the same whatever the order of the candidates.
 */
export function settlePlaces(candidates: readonly OsmCandidate[]): NewPlace[] {
  const sorted = candidates.toSorted(inOrder);
  const byType = Map.groupBy(sorted, ({ place }) => place.place_type);
  return [...byType.values()].flatMap(alike => {
    const settled = mergeNear(dropNodesInAreas(alike));
    return settled.toSorted(inOrder).map(({ place }) => place);
  });
}

/** Areas first: of several objects that are one place, the first stays. */
function inOrder(a: OsmCandidate, b: OsmCandidate): number {
  const [type, other] = [a.place.place_type, b.place.place_type];
  return type === other ? byIdentity(a, b) : type < other ? -1 : 1;
}

const byIdentity = byKindThenId('way', 'relation', 'node');

function dropNodesInAreas(candidates: readonly OsmCandidate[]): OsmCandidate[] {
  const areas = candidates.filter(({ outline }) => outline !== undefined);
  const around = buildBoxIndex(areas.map(({ outline }) => boundsOf(outline!)));
  const dropped = new Map(areas.map(area => [area, [] as OsmCandidate[]]));
  const kept = candidates.filter(candidate => {
    if (candidate.kind !== 'node') return true;
    const { longitude, latitude } = candidate.place;
    const area = around(longitude, latitude)
      .map(i => areas[i]!)
      .find(a => mayBeOne(a, candidate) && pointInPolygon([longitude, latitude], a.outline!));
    if (area === undefined) return true;
    dropped.get(area)!.push(candidate);
    return false;
  });
  return kept.map(candidate => withNamesOf(candidate, dropped.get(candidate) ?? []));
}

function mayBeOne(a: OsmCandidate, b: OsmCandidate): boolean {
  return a.name === b.name || a.name === '' || b.name === '';
}

function mergeNear(candidates: readonly OsmCandidate[]): OsmCandidate[] {
  return groupNear(
    candidates,
    ({ place }) => place,
    ({ mergeKey }) => mergeKey,
    candidates[0]?.withinMetres ?? 0,
  ).map(([first, ...others]) => withNamesOf(first!, others));
}

/**
 * The place that stays takes a name it lacks from those dropped for it, if they agree: a bank's
 * building without a name is called as the node in it. Of two names in it, neither is its own.
 */
function withNamesOf(stays: OsmCandidate, dropped: readonly OsmCandidate[]): OsmCandidate {
  const named = dropped.filter(({ name }) => name !== '');
  if (new Set(named.map(({ name }) => name)).size !== 1) return stays;
  const { place } = stays;
  const name_gr = place.name_gr ?? named.find(d => d.place.name_gr)?.place.name_gr ?? null;
  const name_en = place.name_en ?? named.find(d => d.place.name_en)?.place.name_en ?? null;
  const mergeKey = stays.mergeKey || named[0]!.mergeKey;
  return { ...stays, mergeKey, place: { ...place, name_gr, name_en } };
}
