import type { Language } from '#tools/notation/languages.ts';
import type { CallOptions, Client } from '../../../client/src/client.ts';
import type { Address, ConsoleSettingsAnswer } from '../../../client/src/types.ts';
import type { Building } from '../state/subject/address-bar.ts';
import { addressText } from '../state/subject/address-text.ts';
import { pointSubject, type Subject } from '../state/subject/subject.ts';
import { decimalPair } from '../tools/language/format.ts';

/** A search of the start page. */
interface Example {
  readonly text: string;
  readonly subject: Subject;
}

/** The building of the examples of a demo, so that its cost is shown at once. */
export const exampleBuilding: Building = {
  propertyType: 'house',
  buildArea: 90,
  constructionYear: 1975,
};

export type ExampleParcel = ConsoleSettingsAnswer['example_parcel'];

/** Shown if no street is known near the parcel; the shipped gazetteer has it. */
const usualAddress = 'Egnatia 45 Thessaloniki';

/** An address with a street in the loaded data, near the example's parcel if there is one. */
export async function findExampleAddress(
  client: Pick<Client, 'reverse' | 'addressSearch'>,
  parcel: ExampleParcel,
  options: CallOptions,
): Promise<Address | undefined> {
  if (parcel) {
    const { latitude, longitude } = parcel;
    const [near] = (await client.reverse({ latitude, longitude }, options)).results;
    if (near?.components.street) return near;
  }
  return (await client.addressSearch({ address: usualAddress }, options)).results[0];
}

/** One example of each kind of search for which the data have one. */
export function examplesOf(
  address: Address | undefined,
  parcel: ExampleParcel,
  language: Language,
): readonly Example[] {
  const point = parcel ?? address;
  return [
    ...(address ? [addressExample(address, language)] : []),
    ...(parcel ? [kaekExample(parcel.kaek)] : []),
    ...(point ? [pointExample(point.latitude, point.longitude)] : []),
  ];
}

function addressExample(address: Address, language: Language): Example {
  return {
    text: addressText(address, language),
    subject: { kind: 'address', address: address.formatted_address },
  };
}

function kaekExample(code: string): Example {
  return { text: code, subject: { kind: 'kaek', code } };
}

function pointExample(latitude: number, longitude: number): Example {
  return { text: decimalPair(latitude, longitude), subject: pointSubject(latitude, longitude) };
}
