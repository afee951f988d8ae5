import type { MunicipalityRow, PostalCodeRow } from '../geocoder-rows.ts';
import { fold } from '../text/fold.ts';
import { memoized } from '../text/memoize.ts';
import { buildIdTable, type Identity, type IdTable } from './id-table.ts';
import type { Streets } from './indexed-streets.ts';
import type { PlaceIndex } from './place-index.ts';
import { listOf } from './postings.ts';

/** The rows that an id may mean, by what identifies them. */
export interface Ids {
  readonly streets: IdTable;
  readonly places: IdTable;
}

/** What the identities of streets and places are made of. */
interface Identified {
  readonly municipalities: readonly MunicipalityRow[];
  readonly postalCodes: readonly PostalCodeRow[];
  readonly streets: Streets;
  readonly names: { readonly texts: readonly string[] };
  readonly places: PlaceIndex;
}

/** Builds the tables of an index. */
export function buildIds(rows: Identified): Ids {
  const { placeOfName, foldedNames, places } = rows.places;
  const namesOf: string[][] = places.map(() => []);
  placeOfName.forEach((place, entry) => {
    namesOf[place]!.push(foldedNames[entry]!);
  });
  return {
    streets: buildIdTable(rows.streets.count, street => streetIdentity(rows, street)),
    places: buildIdTable(places.length, place => {
      const identity = placeIdentity(rows, place);
      const keyOf = placeKeys(rows, place);
      return { ...identity, others: namesOf[place]!.map(keyOf) };
    }),
  };
}

/** A street, or the part of it that lies in one postal code, of a municipality. */
function streetIdentity(
  { municipalities, postalCodes, streets, names }: Omit<Identified, 'places'>,
  street: number,
): Identity {
  const municipality = municipalities[streets.municipality[street]!]?.id ?? '';
  const code = postalCodes[streets.postalCode[street]!]?.postalCode ?? '';
  const [key, ...others] = Array.from(
    listOf(streets.namesOf, street),
    name => `${municipality}/${plainName(names.texts[name]!)}/${code}`,
  );
  const position = { latitude: streets.latitude[street]!, longitude: streets.longitude[street]! };
  return { key: key!, others, ...position };
}

/** A town, village, quarter or island of a municipality. */
function placeIdentity(rows: Identified, place: number): Identity {
  const { name, latitude, longitude } = rows.places.places[place]!;
  return { key: placeKeys(rows, place)(plainName(name)), others: [], latitude, longitude };
}

function placeKeys({ municipalities, places }: Identified, place: number) {
  const { kind, municipality } = places.places[place]!;
  // An import may call a village a quarter.
  const group = kind === 'settlement' || kind === 'quarter' ? 'locality' : kind;
  const { id = '' } = municipalities[municipality] ?? {};
  return (name: string) => `${group}/${id}/${kind === 'municipality' ? '' : name}`;
}

/** The letters and digits of a name without accents, case and signs. */
export const plainName: (name: string) => string = memoized(
  name =>
    fold(name)
      .match(/[a-zα-ω0-9]+/g)
      ?.join(' ') ?? '',
);
