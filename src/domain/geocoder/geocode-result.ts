import { namedId, placeId, postalCodeId, streetId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { ownPositionMetres } from './index/central-position.ts';
import { positionOfStreet } from './index/indexed-streets.ts';
import type { GazetteerPlace } from './index/place-index.ts';
import { firstIn, listOf, textAt } from './index/postings.ts';
import type { StreetCandidate } from './match/candidates.ts';
import type { PlaceCandidate } from './match/find-places.ts';
import type { NamedCandidate } from './named-places/rank-named-places.ts';
import { type HouseNumber, writeHouseNumber } from './query/house-number.ts';
import type { Position } from './rows/geocoder-rows.ts';
import { type Fault, faultsOf } from './score/evidence.ts';
import { elot743 } from './text/elot.ts';
import { fold, memoized } from './text/fold.ts';
import { greekKey } from './text/phonetic.ts';
import { stem } from './text/stem.ts';

/** How exactly an address was found, the most exact level first. */
export const levels = [
  'house_number',
  'interpolated',
  'street',
  'place',
  'postal_code',
  'locality',
  'municipality',
] as const;
export type Level = (typeof levels)[number];

/** Another town where the same street and number fit. */
export interface AlsoIn {
  readonly town: string;
  readonly id: string;
  readonly confidence: number;
}

/** An address found, as the wire shows it. */
export interface GeocodeResult {
  /** Identifies what was found; null for a point that was computed for this text. */
  readonly id: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly formatted_address: string;
  readonly formatted_address_en: string;
  readonly match: {
    readonly level: Level;
    readonly confidence: number;
    readonly accuracy_m: number;
    /** Whether a part of the query was not found as typed. */
    readonly partial: boolean;
    readonly faults: readonly Fault[];
    readonly also_in: readonly AlsoIn[];
  };
  readonly bounds: Bounds | null;
  readonly country_code: 'GR';
  readonly components: Components;
  /** The same with the names that are usual in English, and by ELOT 743. */
  readonly components_en: Components;
  readonly components_elot: Components;
  readonly source: string;
}

/** The parts of an address; null where not known. */
export interface Components {
  readonly street: string | null;
  readonly house_number: string | null;
  readonly postal_code: string | null;
  readonly locality: string | null;
  readonly municipality: string | null;
  readonly regional_unit: string | null;
  readonly region: string | null;
}

/** The parts of an address of which nothing is known. */
export const unknownParts: Components = {
  street: null,
  house_number: null,
  postal_code: null,
  locality: null,
  municipality: null,
  regional_unit: null,
  region: null,
};

/** A result whose parts are not yet written in Latin letters. */
export type GreekResult = Omit<GeocodeResult, 'components_en' | 'components_elot'>;

/** What of a street its answer depends on. */
type FoundStreet = Pick<
  StreetCandidate,
  'street' | 'number' | 'inRange' | 'corner' | 'spot' | 'evidence'
>;

/** The answer for a street. */
export function answerStreet(
  index: GeocoderIndex,
  candidate: FoundStreet,
  confidence: number,
  extraFaults: readonly Fault[],
): GreekResult {
  const { street, spot, corner } = candidate;
  const { streets } = index;
  const ofStreet = index.postalCodes[streets.postalCode[street]!]?.postalCode ?? null;
  // The postal code of the house itself, if it is a valid one.
  const ofHouse = spot?.postalCode ?? '';
  const locality = streets.localities[streets.locality[street]!] ?? null;
  const faults = [...extraFaults, ...faultsOf(candidate.evidence)];
  const number = numberOf(candidate);
  const isHouse = number !== null;
  return greekResult(
    index,
    spot ?? positionOfStreet(index, street),
    spot?.level ?? 'street',
    confidence,
    faults,
    {
      street: displayName(index, street),
      house_number: number && writeHouseNumber(number),
      postal_code: index.postalCodeNumbers.has(ofHouse) ? ofHouse : ofStreet,
      locality,
      ...municipalityParts(index, streets.municipality[street]!),
    },
    townName(index, streets.municipality[street]!, locality),
    spot?.source ?? streets.sources[streets.source[street]!]!,
    {
      id: streetId(index, street, number, corner),
      bounds: isHouse || corner !== null ? null : streetBounds(index, street),
      corner: corner === null ? null : displayName(index, corner),
    },
  );
}

/** The number where it is known or plausible; a number the street cannot have is not repeated. */
function numberOf({ number, inRange, spot }: FoundStreet): HouseNumber | null {
  const isFound = spot !== null && spot.level !== 'street';
  return isFound || inRange !== false ? number : null;
}

/** The answer for a town, village or postal code. */
export function answerPlace(
  index: GeocoderIndex,
  candidate: Pick<PlaceCandidate, 'place' | 'postalCode' | 'evidence'>,
  confidence: number,
  extraFaults: readonly Fault[],
): GreekResult {
  const faults = [...extraFaults, ...faultsOf(candidate.evidence)];
  const empty = { street: null, house_number: null };
  if (candidate.place === null) {
    const code = index.postalCodes[candidate.postalCode!]!;
    const municipality = index.municipalities.findIndex(({ id }) => id === code.municipality);
    const { locality, postalCode: postal_code } = code;
    const parts = { ...empty, postal_code, locality, ...municipalityParts(index, municipality) };
    const town = townName(index, municipality, locality);
    const known = { id: postalCodeId(postal_code), bounds: boundsAround([code]) };
    return greekResult(
      index,
      code,
      'postal_code',
      confidence,
      faults,
      parts,
      town,
      code.source,
      known,
    );
  }
  const place = index.places.places[candidate.place]!;
  const isMunicipality = place.kind === 'municipality';
  const locality = isMunicipality ? null : place.name;
  const parts = {
    ...empty,
    postal_code: place.postalCodes.length === 1 ? place.postalCodes[0]! : null,
    locality,
    ...municipalityParts(index, place.municipality),
  };
  const level = isMunicipality ? 'municipality' : 'locality';
  const known = {
    id: placeId(index, candidate.place),
    bounds: placeBounds(index, candidate.place),
  };
  return greekResult(
    index,
    place,
    level,
    confidence,
    faults,
    parts,
    place.name,
    place.source,
    known,
  );
}

/** A named place is known to the door of its building at best, in metres. */
const leastPlaceMetres = 25;

/** The answer for a place that is searched by its name. */
export function answerNamed(
  index: GeocoderIndex,
  candidate: Pick<NamedCandidate, 'place' | 'evidence'>,
  confidence: number,
  extraFaults: readonly Fault[],
): GreekResult {
  const { namedPlaces } = index;
  const { place } = candidate;
  const municipality = namedPlaces.municipality[place]!;
  const name = textAt(namedPlaces.texts, firstIn(namedPlaces.namesOf, place));
  const at = {
    latitude: namedPlaces.latitude[place]!,
    longitude: namedPlaces.longitude[place]!,
    accuracyMetres: Math.max(leastPlaceMetres, namedPlaces.reachMetres[place]!),
  };
  const parts = { street: null, house_number: null, postal_code: null, locality: null };
  return greekResult(
    index,
    at,
    'place',
    confidence,
    [...extraFaults, ...faultsOf(candidate.evidence)],
    { ...parts, ...municipalityParts(index, municipality) },
    `${name}, ${townName(index, municipality, null)}`,
    namedPlaces.sources[namedPlaces.source[place]!]!,
    {
      id: namedId(index, place),
      bounds: namedPlaces.reachMetres[place]! > 0 ? boundsAround([at]) : null,
    },
  );
}

/** The answer for a point near a place: it has the name of the place. */
export function placeResult(
  index: GeocoderIndex,
  at: Position,
  confidence: number,
  faults: readonly Fault[],
  parts: Components,
  { name, source }: Pick<GazetteerPlace, 'name' | 'source'>,
): GreekResult {
  return greekResult(index, at, 'locality', confidence, faults, parts, name, source);
}

type PartsOf<F> = F extends (index: never, ...parts: infer Parts) => unknown ? Parts : never;

/** Puts a result together, with its address in both scripts. */
export function result(index: GeocoderIndex, ...parts: PartsOf<typeof greekResult>): GeocodeResult {
  return inBothScripts(index, greekResult(index, ...parts));
}

/** Writes a result in Latin letters too. */
export function inBothScripts(
  index: Pick<GeocoderIndex, 'english'>,
  { components, source, ...others }: GreekResult,
): GeocodeResult {
  return { ...others, ...inBothLanguages(index, components), source };
}

/** The names of streets, towns and areas, which come back in answer after answer. */
const inLatin = memoized(elot743);

/** The parts of an address in Greek, by their usual English names and by ELOT 743. */
export function inBothLanguages(
  { english }: Pick<GeocoderIndex, 'english'>,
  components: Components,
) {
  const latin = {
    street: components.street && inLatin(components.street),
    house_number: components.house_number && elot743(components.house_number),
    postal_code: components.postal_code,
  };
  const areas = (write: (name: string) => string) => {
    const written = (name: string | null) => name && write(name);
    return {
      locality: written(components.locality),
      municipality: written(components.municipality),
      regional_unit: written(components.regional_unit),
      region: written(components.region),
    };
  };
  return {
    components,
    // A street has the name of a town more often than it is called as the world calls that.
    components_en: { ...latin, ...areas(name => english.get(name) ?? inLatin(name)) },
    components_elot: { ...latin, ...areas(inLatin) },
  };
}

/** What else is known of a result. */
interface Known {
  readonly id?: string | null;
  readonly bounds?: Bounds | null;
  /** The other street of a corner. */
  readonly corner?: string | null;
}

/** Puts a result together; the written address follows the Greek post: street, code, town. */
function greekResult(
  { english }: Pick<GeocoderIndex, 'english'>,
  { latitude, longitude, accuracyMetres }: Position,
  level: Level,
  confidence: number,
  faults: readonly Fault[],
  components: Components,
  town: string,
  source: string,
  { id = null, bounds = null, corner = null }: Known = {},
): GreekResult {
  // Of a named place and its town, only the town has an English name.
  const at = town.lastIndexOf(', ') + 1;
  const name = town.slice(at).trim();
  const townInEnglish = `${town.slice(0, at)}${at > 0 ? ' ' : ''}${english.get(name) ?? inLatin(name)}`;
  return {
    id,
    latitude: sevenDecimals(latitude),
    longitude: sevenDecimals(longitude),
    formatted_address: formatted(components, town, corner),
    formatted_address_en: formatted(components, townInEnglish, corner, inLatin),
    match: {
      level,
      confidence,
      accuracy_m: Math.round(accuracyMetres),
      partial: faults.length > 0,
      faults,
      also_in: [],
    },
    bounds,
    country_code: 'GR',
    components,
    source,
  };
}

/** The street, the number and the corner, then the code and the town. */
function formatted(
  { street, house_number, postal_code }: Components,
  town: string,
  corner: string | null,
  write = (text: string) => text,
): string {
  let line = street === null ? '' : write(street);
  if (house_number !== null) line += `${line && ' '}${write(house_number)}`;
  if (corner !== null) line += `${line && ' '}& ${write(corner)}`;
  const code = postal_code ? `${postal_code.slice(0, 3)} ${postal_code.slice(3)}` : '';
  const end = `${code}${code && town && ' '}${write(town)}`;
  return `${line}${line && end && ', '}${end}`;
}

/** A centimetre: no data are finer. */
export function sevenDecimals(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** The parts of an address that its municipality gives. */
export function municipalityParts(index: GeocoderIndex, municipality: number) {
  const row = index.municipalities[municipality];
  return {
    municipality: row?.nominative ?? null,
    regional_unit: row?.regionalUnit ?? null,
    region: row?.region ?? null,
  };
}

/** A street's name in spoken order: `Συγγρού Ανδρέα Λεωφ.` is Λεωφ. Συγγρού Ανδρέα. */
export function displayName(index: GeocoderIndex, street: number): string {
  return inSpokenOrder(index.names.texts[firstIn(index.streets.namesOf, street)]!);
}

const inSpokenOrder = memoized(name => name.replace(/^(.*) (Λεωφ\.)$/, '$2 $1'));

const jointName = / [-–] /;

/** The town a letter is addressed to: of a joint municipality, the part the quarter names. */
export function townName(
  index: GeocoderIndex,
  municipality: number,
  locality: string | null,
): string {
  const name = index.municipalities[municipality]?.nominative ?? '';
  if (locality === null || !jointName.test(name)) return name;
  const key = stemsOf(locality);
  return name.split(jointName).find(part => stemsOf(part) === key) ?? name;
}

const stemsOf = memoized(name =>
  fold(name)
    .split(' ')
    .map(word => stem(greekKey(word)))
    .join(' '),
);

/** West, south, east and north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

const metresPerDegree = 111_320;

/** The box around positions and their accuracy; null without a position. */
export function boundsAround(positions: readonly Position[]): Bounds | null {
  const boxes = positions
    .filter(({ latitude }) => !Number.isNaN(latitude))
    .map(({ latitude, longitude, accuracyMetres }): Bounds => {
      const high = accuracyMetres / metresPerDegree;
      const wide = high / Math.cos((latitude * Math.PI) / 180);
      return [longitude - wide, latitude - high, longitude + wide, latitude + high];
    });
  return boundsOfAll(boxes);
}

/** A street: all of its parts in the town, each with how far it may reach. */
export function streetBounds(index: GeocoderIndex, street: number): Bounds | null {
  const { streets, postalCodes } = index;
  const name = firstIn(streets.namesOf, street);
  const parts = listOf(streets.ofName, name).filter(
    other =>
      streets.municipality[other] === streets.municipality[street] &&
      firstIn(streets.namesOf, other) === name,
  );
  const positions = Array.from(parts, part => {
    const [latitude, longitude] = [streets.latitude[part]!, streets.longitude[part]!];
    const accuracyMetres = streets.accuracyMetres[part]!;
    if (!Number.isNaN(latitude)) return { latitude, longitude, accuracyMetres };
    return postalCodes[streets.postalCode[part]!];
  });
  return boundsAround(positions.filter(position => position !== undefined));
}

/**
 * A municipality: its border where that is imported, else its postal codes. Any other place: its
 * reach, unless only the position of its postal code is known.
 */
export function placeBounds(index: GeocoderIndex, number: number): Bounds | null {
  const place = index.places.places[number]!;
  if (place.kind !== 'municipality') {
    const isKnown = place.kind === 'island' || place.accuracyMetres <= ownPositionMetres;
    return isKnown ? boundsAround([place]) : null;
  }
  const border = borderOf(index, place.municipality);
  if (border) return border;
  const { id } = index.municipalities[place.municipality]!;
  const codes = index.postalCodes.filter(({ municipality }) => municipality === id);
  return boundsAround(codes);
}

/** The box of the imported border of a municipality. */
function borderOf({ boundaries }: GeocoderIndex, municipality: number): Bounds | null {
  const { areas, isWhole } = boundaries;
  const parts = Array.from(areas.owners.keys()).filter(part => {
    const area = areas.owners[part]!;
    return isWhole[area] === 1 && boundaries.municipality[area] === municipality;
  });
  return boundsOfAll(
    parts.map(part => [...areas.boxes.subarray(4 * part, 4 * part + 4)] as unknown as Bounds),
  );
}

/** The box that holds all of some boxes; null without any. */
function boundsOfAll(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null;
  const side = (at: 0 | 1 | 2 | 3, pick: (...all: number[]) => number) =>
    Math.round(pick(...boxes.map(box => box[at])) * 1e7) / 1e7;
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}
