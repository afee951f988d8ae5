import { metresBetween } from '../../../geo/earth.ts';
import type { Settlement, SettlementKind } from '../../../geocoder/country/rows.ts';
import { settlementKinds } from '../../../geocoder/country/rows.ts';
import { fold } from '../../../geocoder/text/fold.ts';
import { isArea } from '../assembly/areas.ts';
import type { OsmObject } from '../assembly/osm-object.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import { groupNear } from './group-by-distance.ts';
import type { OsmLayer } from './layer.ts';
import { everyNameOf } from './names.ts';
import { reachOfOutline, roundedPoint } from './places.ts';

/** A settlement as one object has it; its node and its area may be two objects. */
interface Candidate {
  readonly kind: OsmKind;
  readonly id: number;
  readonly version?: number;
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
      (kind !== 'relation' || isArea({ tags })),
    // An extract cuts the coast of an island; its node or its namesakes are taken all the same.
    isRow: kind => kind === 'node',
    add(object) {
      const settlement = settlementOf(object);
      if (settlement === undefined) return;
      const { kind, id, version } = object;
      candidates.push({ kind, id, settlement, ...(version !== undefined && { version }) });
    },
    settle: isOutdated => settle(candidates.filter(candidate => !isOutdated(candidate))),
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
    reachMetres: outline ? reachOfOutline(outline, point) : 0,
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
const kinds: readonly OsmKind[] = ['node', 'way', 'relation'];

function inOrder(a: Candidate, b: Candidate): number {
  return (
    settlementKinds.indexOf(a.settlement.kind) - settlementKinds.indexOf(b.settlement.kind) ||
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
    a.id - b.id
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
  const names = new Set([...first.otherNames, other.name, ...other.otherNames]);
  names.delete(first.name);
  return {
    ...first,
    otherNames: [...names],
    population: first.population ?? other.population,
    reachMetres: Math.max(first.reachMetres, other.reachMetres),
  };
}
