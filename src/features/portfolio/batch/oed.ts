import type { Level } from '#domain/geocoder/geocode-result.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import type { PropertyType } from '#domain/property/cost/building.ts';
import type { RowFields } from '../fields/read-fields.ts';
import type { CsvStyle, Value } from '../output/output-formats.ts';
import type { EnrichedRow } from '../row/enrich-row.ts';

interface OedRow {
  readonly line: number;
  readonly fields: RowFields;
  readonly gained: EnrichedRow;
}

/** How a location file is written, whatever the input is. */
export const oedStyle: CsvStyle = {
  delimiter: ',',
  bom: false,
  decimalComma: false,
  encoding: 'utf-8',
};

/** Codes of OccupancyValues. What the list does not have is unknown, 1000. */
const occupancies: Readonly<Record<PropertyType, number>> = {
  apartment: 1055,
  house: 1051,
  maisonette: 1050,
  office: 1104,
  shop: 1101,
  warehouse: 1122,
  industrial: 1150,
  hotel: 1053,
  parking: 1113,
  storage: 1000,
  basement: 1000,
  auxiliary: 1000,
};

/** Words for materials, folded, with their codes of ConstructionValues. */
const materials: readonly (readonly [RegExp, number])[] = [
  [/σκυροδεμ|μπετον|concrete/, 5150],
  [/τοιχοποι|πετρ|λιθ|τουβλ|πλινθ|masonry|brick|stone/, 5100],
  [/μεταλλ|χαλυβ|σιδηρ|steel|metal/, 5200],
  [/ξυλ|timber|wood/, 5050],
];

/** The code of a construction; 5000, unknown, for other words and for several materials. */
export function constructionCode(words: string | undefined): number {
  const text = fold(words ?? '');
  const named = materials.filter(([word]) => word.test(text));
  return named.length === 1 ? named[0]![1] : 5000;
}

/** Codes of AddressMatch for what an address was found as. */
const matches: Readonly<Record<Level, number>> = {
  house_number: 2,
  interpolated: 4,
  street: 6,
  place: 6,
  postal_code: 7,
  locality: 8,
  municipality: 9,
};

/** A position that may be wrong is left out: a model would compute with it. */
function placeOf({ gained }: OedRow) {
  return gained.isCertain ? gained.subject?.position : undefined;
}

function foundOf({ gained }: OedRow) {
  const location = gained.subject?.location;
  return gained.isCertain && location && 'found' in location ? location.found : undefined;
}

function addressMatch(row: OedRow): number {
  const from = placeOf(row)?.from;
  if (from === 'coordinates') return 1;
  if (from === 'parcel') return 3;
  const found = foundOf(row);
  return from && found ? matches[found.match.level] : 0;
}

/** The text of the row, unless it is only the postal code and the town of other columns. */
function streetOf({ fields: { address, houseNumber, postalCode, city } }: OedRow) {
  const rest = [postalCode, city].filter(part => part !== undefined).join(' ');
  if (address === undefined || address === rest) return undefined;
  return houseNumber === undefined ? address : `${address} ${houseNumber}`;
}

/** An account that is cut could be that of another contract. */
function accountOf({ line, fields: { reference = '' } }: OedRow): string {
  return reference !== '' && reference.length <= 40 ? reference : `line ${line}`;
}

const codeOf = (row: OedRow) => row.fields.postalCode ?? foundOf(row)?.components.postal_code;
const asAddress = (row: OedRow) => (placeOf(row)?.from === 'address' ? foundOf(row) : undefined);
const cut = (text: string | null | undefined, most: number) => text?.slice(0, most);

/** The columns of a location file, in the order of OED, and their values for a row. */
const columns: Readonly<Record<string, (row: OedRow) => Value | undefined>> = {
  PortNumber: () => '1',
  AccNumber: accountOf,
  LocNumber: ({ line }) => String(line),
  CountryCode: () => 'GR',
  Latitude: row => placeOf(row)?.latitude,
  Longitude: row => placeOf(row)?.longitude,
  StreetAddress: row => cut(streetOf(row), 100),
  PostalCode: codeOf,
  City: row => cut(row.fields.city ?? foundOf(row)?.components.municipality, 50),
  AreaName: row => cut(foundOf(row)?.components.regional_unit, 50),
  // `Postcode (2 characters)`, the zone of a Greek code.
  GeogScheme1: row => (codeOf(row) ? 'PC2' : undefined),
  GeogName1: row => cut(codeOf(row), 2),
  AddressMatch: addressMatch,
  GeocodeQuality: row => asAddress(row)?.match.confidence,
  Geocoder: row => (asAddress(row) ? 'Ktima' : undefined),
  OccupancyCode: ({ fields: { building } }) =>
    building.propertyType === undefined ? 1000 : occupancies[building.propertyType],
  ConstructionCode: ({ fields }) => constructionCode(fields.constructionClass),
  YearBuilt: ({ fields }) => fields.building.constructionYear,
  NumberOfStoreys: ({ fields }) => fields.floors,
  FloorArea: ({ fields }) => fields.building.buildAreaM2,
  // Square metres; the default of OED is square feet.
  FloorAreaUnit: ({ fields }) => (fields.building.buildAreaM2 === undefined ? undefined : 12),
  // All perils: a file of properties names none.
  LocPerilsCovered: () => 'AA1',
  BuildingTIV: ({ fields }) => fields.building.sumInsured ?? 0,
  OtherTIV: () => 0,
  ContentsTIV: ({ fields }) => fields.contentsSumInsured ?? 0,
  BITIV: ({ fields }) => fields.interruptionSumInsured ?? 0,
  LocCurrency: () => 'EUR',
  YearUpgraded: ({ fields }) => fields.building.renovationYear,
  BuildingValuation: ({ gained }) => gained.cost && String(gained.cost.asNew),
  OEDVersion: () => '4.0.0',
};

/** The names of the columns of a location file. */
export const oedNames = Object.keys(columns);

/** The values of a row, in the order of `oedNames`. */
export function oedValues(row: OedRow): Value[] {
  return Object.values(columns).map(value => value(row) ?? null);
}
