import {
  type Settlement,
  type SettlementKind,
  settlementKinds,
} from '#domain/geocoder/rows/country-rows.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { canBeAssembled } from '../assembly/assemble-areas.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmTags } from '../readers/elements.ts';
import { groupNear } from './group-by-distance.ts';
import {
  byKindThenId,
  type Identity,
  identityOf,
  type OsmLayer,
  reachOfOutline,
  roundedPoint,
} from './layer.ts';
import { everyNameOf, joinedNames } from './osm-names.ts';

/** A settlement as one object has it; its node and its area may be two objects. */
interface Candidate extends Identity {
  readonly settlement: Settlement;
}

/** A node and an area of one name are one settlement up to this distance, in metres. */
const sameSettlementMetres = 2_000;
/** Above this number of settlements with one name, only those near each other are joined. */
const mostNamesakes = 1_000;

/** Gathers settlements and islands: nodes, closed ways and areas with a `place` and a name. */
export function osmSettlements(): OsmLayer<Settlement> {
  const candidates: Candidate[] = [];
  return {
    wants: (kind, tags) =>
      settlementKindOf(tags) !== undefined &&
      everyNameOf(tags) !== undefined &&
      canBeAssembled(kind, tags),
    // An extract cuts the coast of an island; its node or its namesakes are taken all the same.
    isRow: kind => kind === 'node',
    add(object) {
      const settlement = settlementOf(object);
      if (settlement) candidates.push({ ...identityOf(object), settlement });
    },
    settle: () => settle(candidates),
  };
}

function settlementKindOf({ place }: OsmTags): SettlementKind | undefined {
  return settlementKinds.find(kind => kind === place);
}

function settlementOf({ kind, id, tags, point, outline }: OsmObject): Settlement | undefined {
  const settlementKind = settlementKindOf(tags);
  const names = everyNameOf(tags);
  const isLine = kind !== 'node' && outline === undefined;
  if (settlementKind === undefined || names === undefined || isLine) return undefined;
  return {
    externalId: `${kind}/${id}`,
    kind: settlementKind,
    ...names,
    population: populationOf(tags.population),
    ...roundedPoint(point),
    reachMetres: reachOfOutline(outline, point),
  };
}

/** More people than live in any city. */
const mostPeople = 50_000_000;

/** `1.234`, `1,234`, `1 234`, `~1234` and `1234 (2021)`; null for everything that is no number. */
function populationOf(text = ''): number | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\([^)]*(\)?)/g, (part, end) => (end ? '' : part))
    .replace(/^\s*[~≈]/, '');
  const digits = plain.trim().replace(/(?<=\d)[., ](?=\d{3}(?!\d))/g, '');
  const people = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  return people <= mostPeople ? people : null;
}

function settle(candidates: Candidate[]): Settlement[] {
  const sorted = candidates.sort(inOrder);
  const [islands, settlements] = [true, false].map(wanted =>
    sorted.filter(candidate => isIsland(candidate.settlement) === wanted),
  );
  const groups = [...groupsOf(islands!), ...groupsOf(settlements!)];
  return groups.map(group => group.map(({ settlement }) => settlement).reduce(asOne));
}

function isIsland({ kind }: Settlement): boolean {
  return kind === 'island' || kind === 'islet';
}

/** The node first: mappers put it at the centre, which is seldom the middle of the area. */
const byIdentity = byKindThenId('node', 'way', 'relation');

function inOrder(a: Candidate, b: Candidate): number {
  return (
    settlementKinds.indexOf(a.settlement.kind) - settlementKinds.indexOf(b.settlement.kind) ||
    byIdentity(a, b)
  );
}

/** The candidates of each settlement. */
function groupsOf(candidates: readonly Candidate[]): Candidate[][] {
  const nameOf = ({ settlement }: Candidate) => fold(settlement.name);
  const near = groupNear(candidates, ({ settlement }) => settlement, nameOf, sameSettlementMetres);
  return [...Map.groupBy(near, ([first]) => nameOf(first!)).values()].flatMap(withAreas);
}

/** Joins groups of one name of which one has an area that reaches the other. */
function withAreas(groups: readonly Candidate[][]): Candidate[][] {
  if (groups.length > mostNamesakes) return [...groups];
  const joined: { readonly first: Settlement; members: Candidate[] }[] = [];
  for (const members of groups) {
    const first = members.map(({ settlement }) => settlement).reduce(asOne);
    const same = joined.find(known => reaches(known.first, first));
    if (same) same.members = [...same.members, ...members];
    else joined.push({ first, members });
  }
  return joined.map(({ members }) => members);
}

/** The label of a large island or town is seldom at the middle of its area. */
function reaches(a: Settlement, b: Settlement): boolean {
  const isAlike = a.kind === b.kind || (isIsland(a) && isIsland(b));
  const reach = Math.max(a.reachMetres, b.reachMetres);
  return isAlike && reach > 0 && metresBetween(a, b) <= reach;
}

function asOne(first: Settlement, other: Settlement): Settlement {
  return {
    ...first,
    otherNames: joinedNames(first, other),
    population: first.population ?? other.population,
    reachMetres: Math.max(first.reachMetres, other.reachMetres),
  };
}
