import type { MunicipalityOf } from '#domain/geocoder/municipality-of.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import type { Address } from '#storage/store/store.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { canBeAssembled } from '../assembly/assemble-areas.ts';
import type { OsmObject, Wants } from '../assembly/osm-object.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';
import { isMunicipality, municipalityFinder } from './boundary-rows.ts';
import { groupNear } from './group-by-distance.ts';
import {
  byKindThenId,
  type Identity,
  identityOf,
  type OsmLayer,
  reachOf,
  roundedPoint,
} from './layer.ts';
import { tidy } from './osm-names.ts';
import {
  middleOf,
  partStreets,
  positionsOf,
  type Street,
  type StreetPiece,
} from './street-rows.ts';

/**
 * The highways that have addresses. Footways and steps are among them, because old towns have no
 * others. Motorways, their slip roads, tracks and paths have names but no addresses.
 */
const streetHighways = new Set(
  `trunk primary secondary tertiary unclassified residential living_street pedestrian service road
  footway steps`.split(/\s+/),
);

/** The same address on a building and on its shops is one house, if they are at most this far apart. */
const sameHouseMetres = 100;

/** A house before its municipality is known. */
interface House extends Identity, Omit<Address, 'municipality'> {}

/**
 * Collects addresses: houses, then streets. All of them and the municipalities are held in memory.
 * `municipalityOf` returns the municipality of the gazetteer that an address belongs to.
 */
export function osmAddresses(municipalityOf: MunicipalityOf): OsmLayer<Address> {
  const houses: House[] = [];
  const ways: OsmStreetWay[] = [];
  const municipalities: OsmObject[] = [];
  const isRow: Wants = (kind, tags) =>
    canBeAssembled(kind, tags) && (isHouse(tags) || isStreet(kind, tags));
  return {
    isRow,
    wants: (kind, tags) =>
      isRow(kind, tags) || (isMunicipality(kind, tags) && canBeAssembled(kind, tags)),
    add(object) {
      const { kind, tags, outline } = object;
      if (isHouse(tags)) houses.push(houseOf(object));
      if (isStreet(kind, tags)) ways.push(streetWayOf(object));
      if (isMunicipality(kind, tags) && outline) municipalities.push(object);
    },
    *settle() {
      const areaAt = municipalityFinder(municipalities);
      yield* settleHouses(houses, areaAt, municipalityOf);
      yield* settleStreets(ways, areaAt, municipalityOf);
    },
  };
}

/** The name of the municipality at a point, by its border in the files; null where none is. */
type AreaAt = (position: Position) => string | null;

function isHouse(tags: OsmTags): boolean {
  const { 'addr:housenumber': number, 'addr:interpolation': interpolation } = tags;
  if (!number || interpolation) return false;
  return tidy(number) !== null && streetOfHouse(tags) !== null;
}

function streetOfHouse(tags: OsmTags): string | null {
  return tidy(tags['addr:street']) ?? tidy(tags['addr:place']);
}

function houseOf(object: OsmObject): House {
  const { kind, id, tags, point } = object;
  return {
    ...identityOf(object),
    externalId: `${kind}/${id}`,
    street: streetOfHouse(tags)!,
    houseNumber: tidy(tags['addr:housenumber']),
    postalCode: postalCodeOf(tags),
    city: tidy(tags['addr:city']),
    ...roundedPoint(point),
    reachMetres: 0,
  };
}

/** Five digits, however spaced and introduced (`106 73`, `GR-10673`, `Τ.Κ. 10673`), or null. */
function postalCodeOf(tags: OsmTags): string | null {
  const text = (tags['addr:postcode'] ?? tags.postal_code ?? '').normalize('NFKC');
  const [, three, two] = /^(?:\p{L}\.?){0,2}[\s-]*(\d{3})\s?(\d\d)$/u.exec(text.trim()) ?? [];
  return three === undefined ? null : `${three}${two}`;
}

/** Nodes first: an entrance is nearer to the address than the middle of the building. */
const inOrder = byKindThenId('node', 'way', 'relation');

function* settleHouses(
  houses: House[],
  areaAt: AreaAt,
  municipalityOf: MunicipalityOf,
): Generator<Address> {
  const placed = houses.sort(inOrder).map(house => {
    const area = areaAt([house.longitude, house.latitude]);
    return { ...house, city: house.city ?? area, municipality: municipalityOf({ ...house, area }) };
  });
  const groups = groupNear(placed, house => house, addressKey, sameHouseMetres);
  const firsts = groups.map(([first]) => first!).sort(inOrder);
  for (const { kind: _kind, id: _id, ...address } of firsts) yield address;
}

function addressKey({ street, houseNumber, postalCode, city }: Address): string {
  return [fold(street), fold(houseNumber!), postalCode, fold(city ?? '')].join('\n');
}

/** A named highway before its municipality is known. */
interface OsmStreetWay extends Identity, Omit<StreetPiece, 'id'> {
  readonly id: number;
  readonly point: Position;
}

function isStreet(kind: OsmKind, tags: OsmTags): boolean {
  if (kind === 'node' || !streetHighways.has(tags.highway ?? '')) return false;
  return streetName(tags) !== null;
}

function streetName(tags: OsmTags): string | null {
  return tidy(tags['name:el']) ?? tidy(tags.name);
}

function streetWayOf(object: OsmObject): OsmStreetWay {
  const { kind, id, tags, point } = object;
  return {
    kind,
    id,
    name: streetName(tags)!,
    postalCode: postalCodeOf(tags),
    city: tidy(tags['addr:city']),
    course: Float64Array.from(courseOf(object).flat()),
    point,
  };
}

/** A closed road is still a line, unless its tags mark an area. */
function courseOf({ tags, point, line, outline }: OsmObject): readonly Position[] {
  const isSquare = outline !== undefined && tags.area === 'yes';
  return line === undefined || isSquare ? [point] : line;
}

function* settleStreets(
  ways: OsmStreetWay[],
  areaAt: AreaAt,
  municipalityOf: MunicipalityOf,
): Generator<Address> {
  const pieces = ways.sort(inOrder).map(({ kind, id, point, ...way }): StreetPiece => {
    return { ...way, id: `${kind}/${id}`, city: way.city ?? areaAt(point) };
  });
  const alike = Map.groupBy(pieces, ({ name, city }) => `${fold(name)}\n${fold(city ?? '')}`);
  for (const group of alike.values()) {
    for (const street of partStreets(group)) yield streetAddress(street, areaAt, municipalityOf);
  }
}

/** Called and numbered as its first way; of several postal codes none is the street's. */
function streetAddress(street: Street, areaAt: AreaAt, municipalityOf: MunicipalityOf): Address {
  const [{ id, name, city }] = street;
  const codes = new Set(street.map(({ postalCode }) => postalCode).filter(code => code !== null));
  const middle = middleOf(street);
  const where = {
    city,
    postalCode: codes.size === 1 ? [...codes][0]! : null,
    ...roundedPoint(middle),
  };
  return {
    externalId: id,
    street: name,
    houseNumber: null,
    ...where,
    municipality: municipalityOf({ ...where, area: areaAt(middle) }),
    reachMetres: reachOf(street.flatMap(positionsOf), middle),
  };
}
