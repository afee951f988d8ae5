import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { type GeocoderIndex, postalCodeRow } from '#domain/geocoder/index/build-index.ts';
import type { Position } from '#domain/geocoder/rows/geocoder-rows.ts';
import { mustAsk } from '#domain/property/address-match.ts';
import { prefectureOf } from '#domain/property/greece.ts';
import { type Parcel, parcelPosition } from '#domain/property/parcels.ts';
import type { RowFields } from '../fields/read-fields.ts';
import { type Message, type RowMessages, rowMessage } from '../messages/row-messages.ts';
import { type AreaPositions, positionOfResult } from './area-positions.ts';

/** The lookup results for the fields of a row. */
export interface Found {
  readonly parcel: Parcel | undefined;
  /** Results for the address with postal code and town as hints; best first. */
  readonly addresses: readonly GeocodeResult[];
  /** Results for the address alone, searched when the best result does not fit the hints. */
  readonly unhinted: readonly GeocodeResult[];
  /** The town of the hint, with its regional unit if only that finds the address there. */
  readonly town: string | undefined;
  /** Whether nothing was found, although there is a town: not even the town itself. */
  readonly isTownUnknown?: boolean;
  /** Whether the address search was refused, because its words fit too much. */
  readonly isRefused?: boolean;
}

/** The possible positions of a property according to one field of its row. */
interface LocationClaim {
  readonly field: 'kaek_code' | 'address' | 'postal_code' | 'city';
  /** What lies there, as the subject of a message. */
  readonly what: Message;
  readonly positions: readonly Position[];
}

/** The positions that each field of a row implies. A code that does not exist becomes a problem. */
export async function claimsOf(
  fields: RowFields,
  { parcel, addresses, unhinted, town }: Found,
  index: GeocoderIndex,
  areas: AreaPositions,
  messages: RowMessages,
): Promise<LocationClaim[]> {
  const claims: LocationClaim[] = [];
  const { kaekCode, postalCode, city } = fields;
  if (parcel) {
    claims.push({
      field: 'kaek_code',
      what: { code: 'its_parcel' },
      positions: [parcelPosition(parcel)],
    });
  } else if (kaekCode !== undefined) claims.push(...claimOfCode(kaekCode, areas, messages));
  if (isSure(addresses)) {
    claims.push({
      field: 'address',
      what: { code: 'it' },
      positions: [...addresses, ...unhinted].map(positionOfResult),
    });
  }
  if (postalCode !== undefined) claims.push(...claimOfPostalCode(postalCode, index, messages));
  if (city !== undefined) {
    claims.push({ field: 'city', what: named(city), positions: await areas.ofTown(town ?? city) });
  }
  return claims;
}

/** What is named by the row itself, in its own words. */
function named(text: string): Message {
  return { code: 'text', values: { text } };
}

/** The KAEK of a parcel that is not loaded still contains the number of its prefecture. */
function claimOfCode(
  kaekCode: string,
  areas: AreaPositions,
  { problems }: RowMessages,
): LocationClaim[] {
  const prefecture = prefectureOf(kaekCode);
  if (!prefecture) {
    const values = { number: kaekCode.slice(0, 2) };
    problems.push(rowMessage('kaek_code', 'no_such_prefecture', values));
    return [];
  }
  const { number, name, regionalUnits } = prefecture;
  const what: Message = { code: 'the_prefecture', values: { number, name } };
  return [{ field: 'kaek_code', what, positions: areas.ofPrefecture(regionalUnits) }];
}

function claimOfPostalCode(
  postalCode: string,
  index: GeocoderIndex,
  { problems }: RowMessages,
): LocationClaim[] {
  const position = postalCodeRow(index, postalCode);
  if (position) return [{ field: 'postal_code', what: named(postalCode), positions: [position] }];
  problems.push(rowMessage('postal_code', 'code_not_known', { code: postalCode }));
  return [];
}

/** Whether the best result is reliable enough to be compared with other fields. */
export function isSure([best, ...others]: readonly GeocodeResult[]): boolean {
  return best !== undefined && !mustAsk(best, others);
}
