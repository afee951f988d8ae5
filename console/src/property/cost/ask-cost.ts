import { postalCodeContradiction, prefixOf } from '#domain/property/contradictions.ts';
import { parcelPosition } from '#domain/property/parcels.ts';
import type { Position } from '#tools/geo/earth.ts';
import type { CallOptions, Client } from '../../../../client/src/client.ts';
import type { Found } from '../../state/subject/find.ts';
import { geometryOf, readOutline } from '../../state/subject/outline.ts';
import { type CostInput, postalCodeOf } from './cost-input.ts';

type Asker = Pick<Client, 'addressSearch' | 'reconstructionCost' | 'suggest'>;

/** Requests the cost; undefined if the postal code contradicts the property, as in the report. */
export async function askCost(client: Asker, found: Found, input: CostInput, options: CallOptions) {
  const contradicts = await contradictsProperty(client, found, input.postal_code, options);
  return contradicts ? undefined : client.reconstructionCost(input, options);
}

async function contradictsProperty(
  client: Asker,
  found: Found,
  sent: string,
  options: CallOptions,
): Promise<boolean> {
  const located = postalCodeOf(found) ?? null;
  if (sent === located) return false;
  const sentPosition = await positionOfPostalCode(client, sent, options);
  const isPrefixNeeded = located === null && sentPosition === undefined;
  const nearest = isPrefixNeeded
    ? await nearestWithPrefix(client, prefixOf(sent), found, options)
    : undefined;
  const alike = nearest ? [nearest] : [];
  const isOtherTown =
    found.subject.kind === 'address' &&
    sentPosition !== undefined &&
    sentPosition.town !== found.address?.components.municipality;
  const position = foundPosition(found);
  const claim = { sent, sentPosition, position, isOtherTown, located, alike };
  return postalCodeContradiction(claim) !== undefined;
}

async function nearestWithPrefix(
  client: Asker,
  prefix: string,
  { latitude, longitude }: Found,
  options: CallOptions,
): Promise<Position | undefined> {
  const query = { text: prefix, latitude, longitude, limit: 10 };
  const { suggestions } = await client.suggest(query, options);
  const code = suggestions.find(({ kind }) => kind === 'postal_code')?.components.postal_code;
  return code ? positionOfPostalCode(client, code, options) : undefined;
}

async function positionOfPostalCode(
  client: Asker,
  code: string,
  options: CallOptions,
): Promise<(Position & { readonly town: string | null }) | undefined> {
  if (code.length !== 5) return undefined;
  const { results } = await client.addressSearch({ address: code }, options);
  const known = results.find(
    ({ match, components }) => match.level === 'postal_code' && components.postal_code === code,
  );
  const town = known?.components.municipality ?? null;
  return known && { ...known, accuracyMetres: known.match.accuracy_m, town };
}

function foundPosition({ subject, latitude, longitude, address, parcel }: Found): Position {
  const outline = subject.kind === 'kaek' && parcel ? readOutline(parcel.geometry) : undefined;
  if (outline) return parcelPosition({ geometry: geometryOf(outline) });
  const accuracyMetres = subject.kind === 'address' ? (address?.match.accuracy_m ?? 0) : 0;
  return { latitude, longitude, accuracyMetres };
}
