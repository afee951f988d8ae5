import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { GeocoderIndex } from '../../geocoder/build.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import { prefectureOf } from '../../property/prefectures.ts';
import type { AskedRow } from '../fields/read-fields.ts';
import { type Remarks, remark } from '../remarks.ts';
import type { Places } from './places.ts';
import { type Claim, positionOf } from './spots.ts';

/** An address found with less confidence contradicts nothing. */
export const sureConfidence = 0.5;

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
