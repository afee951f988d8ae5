import {
  likelyOthers,
  locateWithPostalCode,
  mustAsk,
  searchHint,
} from '#domain/property/address-match.ts';
import { pointInside } from '#tools/geo/inside.ts';
import type { CallOptions, Client } from '../../../../client/src/client.ts';
import type { Address, Parcel } from '../../../../client/src/types.ts';
import { isNotFound } from '../../tools/requests/describe-failure.ts';
import { endsInWordOf, type FoundAddress, metresAway } from './address-text.ts';
import { geometryOf, readOutline } from './outline.ts';
import { rounded, type Subject } from './subject.ts';

/** A found subject: its position, address and parcel. */
export interface Found {
  readonly subject: Subject;
  readonly latitude: number;
  readonly longitude: number;
  /** The searched address, or the nearest known address. */
  readonly address: FoundAddress | undefined;
  /** The place of the chosen name, if the service has it at this position. */
  readonly place?: Address | undefined;
  readonly parcel: Parcel | undefined;
  /** Other addresses that the text may mean, best first. */
  readonly others?: readonly Address[];
  /** Whether the user must choose between the address and the others. */
  readonly isChoice?: boolean;
  /** Whether the position is exact enough to determine its parcel. */
  readonly isExact: boolean;
  /** The postal code that was the hint of the search, if any. */
  readonly hint?: string | undefined;
  /** The distance of the nearest known address, where the point may be at sea or across the border. */
  readonly farMetres?: number | undefined;
}

type Finder = Pick<Client, 'suggest' | 'addressSearch' | 'kaekSearch' | 'parcelAt' | 'reverse'>;

/** The postal code that is the hint of the search for a subject, as in the report. */
export function hintFor(subject: Subject, postalCode: string | undefined): string | undefined {
  return subject.kind === 'address' ? searchHint(postalCode) : undefined;
}

/** Finds a subject, with the hint of `hintFor`; undefined when the service does not find it. */
export function find(
  client: Finder,
  subject: Subject,
  options: CallOptions,
  hint?: string,
): Promise<Found | undefined> {
  if (subject.kind === 'address') return findAddress(client, subject, options, hint);
  if (subject.kind === 'kaek') return findKaek(client, subject, options);
  return findPoint(client, subject, options);
}

async function findAddress(
  client: Finder,
  subject: Subject & { kind: 'address' },
  options: CallOptions,
  hint: string | undefined,
): Promise<Found | undefined> {
  const [chosen, matches] = await Promise.all([
    byId(client, subject, options),
    locateWithPostalCode(async postalCode => {
      const query = { address: subject.address, limit: mostChoices };
      const hinted = postalCode === undefined ? query : { ...query, postal_code: postalCode };
      return (await client.addressSearch(hinted, options)).results;
    }, hint),
  ]);
  const address = chosen ?? matches[0];
  if (!address) return undefined;
  const { latitude, longitude, match } = address;
  const likely = othersThan(address, matches);
  const isChoice = !chosen && mustAsk(address, likely);
  const others = isChoice
    ? await withSuggested(client, subject.address, address, likely, options)
    : likely;
  if (isChoice) {
    const unknown = { parcel: undefined, isExact: false };
    return { subject, latitude, longitude, address, others, isChoice, ...unknown };
  }
  // A position between two known houses may lie in the parcel of either: decision 0013.
  const isExact = match.level === 'house_number';
  const parcel = isExact ? await parcelAt(client, { latitude, longitude }, options) : undefined;
  return { subject, latitude, longitude, address, others, parcel, isExact, hint };
}

/** The number of addresses among which the user chooses. */
const mostChoices = 6;

/** The text of a suggestion may find other things than the suggestion: these are not meant. */
function othersThan(address: Address, matches: readonly Address[]): Address[] {
  const best = matches.find(({ id }) => id === address.id);
  return best ? likelyOthers(best, matches) : [];
}

/** With the addresses that were suggested for the text while it was typed, and that it names whole. */
async function withSuggested(
  client: Finder,
  text: string,
  address: Address,
  others: readonly Address[],
  options: CallOptions,
): Promise<readonly Address[]> {
  const { suggestions } = await client.suggest({ text }, options);
  const known = new Set([address, ...others].map(({ id }) => id));
  const more = suggestions
    .filter(one => one.kind !== 'place' && !known.has(one.id) && endsInWordOf(text, one))
    .slice(0, mostChoices - known.size);
  const found = await Promise.all(more.map(one => byId(client, one, options)));
  return [...others, ...found.filter(one => one !== undefined)];
}

/** What was chosen among the suggestions; undefined if the data no longer have it. */
async function byId(
  client: Pick<Client, 'addressSearch'>,
  { id }: { readonly id?: string },
  options: CallOptions,
): Promise<Address | undefined> {
  if (id === undefined) return undefined;
  return (await orUndefined(client.addressSearch({ result_id: id }, options)))?.results[0];
}

async function findKaek(
  client: Finder,
  subject: Subject & { kind: 'kaek' },
  options: CallOptions,
): Promise<Found | undefined> {
  const parcel = await orUndefined(
    client.kaekSearch({ kaek_code: subject.code, attributes: true }, options),
  );
  const outline = parcel && readOutline(parcel.geometry);
  if (!parcel || !outline) return undefined;
  const [longitude, latitude] = pointInside(geometryOf(outline)).map(rounded) as [number, number];
  const address = await addressAt(client, { latitude, longitude }, options);
  return { subject, latitude, longitude, address, parcel, isExact: true };
}

async function findPoint(
  client: Finder,
  subject: Subject & { kind: 'point' },
  options: CallOptions,
): Promise<Found> {
  const { latitude, longitude } = subject;
  const [address, parcel, place] = await Promise.all([
    addressAt(client, { latitude, longitude }, options),
    parcelAt(client, { latitude, longitude }, options),
    findPlace(client, subject, options),
  ]);
  const farMetres = address && farFrom(address);
  return { subject, latitude, longitude, address, parcel, place, isExact: true, farMetres };
}

/** Beyond the reach of the nearest address, as in the sea or across the border. */
function farFrom(address: FoundAddress): number | undefined {
  const metres = metresAway(address) ?? 0;
  return metres > 5_000 ? metres : undefined;
}

/**
 * Finds the place of a point that was found by its name. A link may have any name, so only a place
 * that the service has at this position is returned.
 */
export async function findPlace(
  client: Pick<Client, 'addressSearch'>,
  subject: Subject,
  options: CallOptions,
): Promise<Address | undefined> {
  if (subject.kind !== 'point' || subject.name === undefined) return undefined;
  const { name, latitude, longitude } = subject;
  const isHere = (found: Address) => found.latitude === latitude && found.longitude === longitude;
  const chosen = await byId(client, subject, options);
  if (chosen && isHere(chosen)) return chosen;
  const { results } = await client.addressSearch({ address: name, limit: 10 }, options);
  return results.find(isHere);
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Without 404, which the browser would log as an error. */
function parcelAt(client: Finder, point: Point, options: CallOptions): Promise<Parcel | undefined> {
  return client.parcelAt({ ...point, attributes: true, or_empty: true }, options);
}

async function addressAt(
  client: Finder,
  point: Point,
  options: CallOptions,
): Promise<FoundAddress | undefined> {
  return (await client.reverse(point, options)).results[0];
}

async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (failure) {
    if (isNotFound(failure)) return undefined;
    throw failure;
  }
}
