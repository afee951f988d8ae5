import { KtimaError } from '../../errors.ts';
import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { GeocoderIndex } from '../../geocoder/build.ts';
import { geocode } from '../../geocoder/geocode.ts';
import type { Position } from '../../geocoder/rows.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import { prefectureOf } from '../../property/prefectures.ts';
import type { AskedRow } from '../fields/read-fields.ts';
import { type Remarks, remark } from '../remarks.ts';
import { orNotFound } from './not-found.ts';
import type { Claim } from './spots.ts';

/** An address found with less confidence contradicts nothing. */
export const sureConfidence = 0.5;
/** A town's name says where something is only when it is clear which town. */
const sureTown = 0.8;
const mostTowns = 20;

/** What was found for the fields of a row. */
export interface Found {
  readonly parcel: Parcel | undefined;
  /** What the address is, with postal code and town as hints; best first. */
  readonly addresses: readonly GeocodeResult[];
  /** What it is by itself, where it was not found as the hints say. */
  readonly unhinted: readonly GeocodeResult[];
  /** Why the address was not looked up. */
  readonly refusal?: string;
}

/** Finds the positions of prefectures and towns, each only once. */
export interface Places {
  ofPrefecture(regionalUnits: readonly string[]): readonly Position[];
  ofTown(name: string): Promise<readonly Position[]>;
}

/** What the fields of a row say about where it is; what names a place that does not exist is a problem. */
export async function claimsOf(
  asked: AskedRow,
  { parcel, addresses, unhinted }: Found,
  index: GeocoderIndex,
  places: Places,
  remarks: Remarks,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  const { kaekCode, postalCode, city } = asked;
  if (parcel) {
    claims.push({ field: 'kaek_code', what: 'its parcel', spots: [parcelPosition(parcel)] });
  } else if (kaekCode !== undefined) claims.push(...claimOfCode(kaekCode, places, remarks));
  if (isSure(addresses)) {
    claims.push({
      field: 'address',
      what: 'it',
      spots: [...addresses, ...unhinted].map(positionOf),
    });
  }
  if (postalCode !== undefined) claims.push(...claimOfPostalCode(postalCode, index, remarks));
  if (city !== undefined) {
    claims.push({ field: 'city', what: city, spots: await places.ofTown(city) });
  }
  return claims;
}

/** Of a parcel that is not loaded its code still tells the prefecture. */
function claimOfCode(kaekCode: string, places: Places, { problems }: Remarks): Claim[] {
  const prefecture = prefectureOf(kaekCode);
  if (!prefecture) {
    const words = `${kaekCode.slice(0, 2)} is not the number of a prefecture (01 to 51)`;
    problems.push(remark('kaek_code', 'not the number of a prefecture', words));
    return [];
  }
  const { number, name, regionalUnits } = prefecture;
  const what = `the prefecture ${number}, ${name},`;
  return [{ field: 'kaek_code', what, spots: places.ofPrefecture(regionalUnits) }];
}

function claimOfPostalCode(
  postalCode: string,
  { postalCodes, postalCodeNumbers }: GeocoderIndex,
  { problems }: Remarks,
): Claim[] {
  const code = postalCodes[postalCodeNumbers.get(postalCode) ?? -1];
  if (code) return [{ field: 'postal_code', what: postalCode, spots: [code] }];
  problems.push(remark('postal_code', 'not known', `${postalCode} is not known`));
  return [];
}

/** Whether the best of some results is sure enough to be held against others. */
export function isSure([best]: readonly GeocodeResult[]): boolean {
  return best !== undefined && best.match.confidence >= sureConfidence;
}

/** The position of an address, and how far off it may be. */
export function positionOf({ latitude, longitude, match }: GeocodeResult): Position {
  return { latitude, longitude, accuracyMetres: match.accuracy_m };
}

/** Towns that are remembered; a column of nonsense must not fill the memory. */
const mostRemembered = 10_000;

/** Finds places in a geocoder. */
export function openPlaces(index: GeocoderIndex): Places {
  const prefectures = new Map<string, readonly Position[]>();
  const towns = new Map<string, Promise<readonly Position[]>>();
  const unitOf = new Map(index.municipalities.map(({ id, regionalUnit }) => [id, regionalUnit]));
  return {
    ofPrefecture(regionalUnits) {
      const key = regionalUnits.join();
      const known = prefectures.get(key);
      if (known) return known;
      const units = new Set(regionalUnits);
      const found = index.postalCodes.filter(code =>
        units.has(unitOf.get(code.municipality) ?? ''),
      );
      prefectures.set(key, found);
      return found;
    },
    ofTown(name) {
      const known = towns.get(name) ?? findTown(index, name);
      if (towns.size >= mostRemembered) towns.clear();
      towns.set(name, known);
      return known;
    },
  };
}

async function findTown(index: GeocoderIndex, name: string): Promise<readonly Position[]> {
  const results = await orNotFound(() => geocode(index, { address: name, limit: mostTowns }));
  if (results instanceof KtimaError) return [];
  const isClear = (results[0]?.match.confidence ?? 0) >= sureTown;
  const areTowns = results.every(({ match }) => ['locality', 'municipality'].includes(match.level));
  return isClear && areTowns ? results.map(positionOf) : [];
}
