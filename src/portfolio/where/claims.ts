import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { GeocoderIndex } from '../../geocoder/build.ts';
import { geocode } from '../../geocoder/geocode.ts';
import type { Position } from '../../geocoder/rows.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import { prefectureOf } from '../../property/prefectures.ts';
import type { AskedRow } from '../fields/read-fields.ts';
import { type Remarks, remark } from '../remarks.ts';
import type { Claim } from './spots.ts';

/** An address found with less confidence contradicts nothing. */
export const sureConfidence = 0.5;
/** A town's name says where something is only when it is clear which town. */
const sureTown = 0.8;
const mostTowns = 20;

/** What was found for the fields of a row. */
export interface Found {
  readonly parcel: Parcel | undefined;
  /** Best first. */
  readonly addresses: readonly GeocodeResult[];
}

/** Finds the positions of prefectures and towns, each only once. */
export interface Places {
  ofPrefecture(regionalUnits: readonly string[]): readonly Position[];
  ofTown(name: string): Promise<readonly Position[]>;
}

/** What the fields of a row say about where it is; what names a place that does not exist is a problem. */
export async function claimsOf(
  asked: AskedRow,
  { parcel, addresses }: Found,
  index: GeocoderIndex,
  places: Places,
  remarks: Remarks,
): Promise<Claim[]> {
  const claims: Claim[] = [];
  const { kaekCode, postalCode, city } = asked;
  if (parcel) {
    claims.push({ field: 'kaek_code', what: 'its parcel', spots: [parcelPosition(parcel)] });
  } else if (kaekCode !== undefined) claims.push(...claimOfCode(kaekCode, places, remarks));
  if (addresses[0] && addresses[0].match.confidence >= sureConfidence) {
    claims.push({ field: 'address', what: 'it', spots: addresses.map(positionOf) });
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
  const results = await geocode(index, { address: name, limit: mostTowns });
  const isSure = (results[0]?.match.confidence ?? 0) >= sureTown;
  const towns = results.filter(({ match }) => ['locality', 'municipality'].includes(match.level));
  return isSure && towns.length === results.length ? towns.map(positionOf) : [];
}
