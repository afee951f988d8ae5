import type { attributeNames, ParcelAttributes } from '#domain/property/parcels.ts';
import { KtimaError } from '#tools/errors.ts';
import type { Feature } from '../readers/reader.ts';
import type { Note } from './dataset.ts';
import type { numberReader } from './fields.ts';
import { foldedName } from './parcel-columns.ts';

/** The parts of an address that a file may have in columns of their own. */
const addressParts = ['street', 'house_number', 'postal_code', 'city'] as const;
type Field = (typeof attributeNames)[number] | (typeof addressParts)[number];

/** Usual names of the columns; the first one in the file is used. Those of the Cadastre come first. */
const usualNames: Readonly<Record<Field, string>> = {
  address:
    'ADDRESS ADDR FULL_ADDRESS ΔΙΕΥΘΥΝΣΗ ΔΙΕΥΘ ΔΝΣΗ DIEYTHYNSH DIEFTHINSI DIEYTHYNSI DIEYTH DIEFTH',
  street: 'STREET STREET_NAME ADDR_STREET ΟΔΟΣ ΟΝΟΜΑΣΙΑ_ΟΔΟΥ ODOS',
  house_number:
    'HOUSE_NUMBER STREET_NUMBER STREET_NO ADDR_NUM ΑΡΙΘΜΟΣ ΑΡΙΘΜΟΣ_ΟΔΟΥ ΑΡΙΘ ARITHMOS ARITH NUMBER',
  postal_code: 'POSTAL_CODE POSTCODE ZIP ΤΚ TK ΤΑΧΥΔΡΟΜΙΚΟΣ_ΚΩΔΙΚΑΣ ΤΑΧ_ΚΩΔ',
  city: 'CITY TOWN ΠΟΛΗ POLI POLH ΟΙΚΙΣΜΟΣ OIKISMOS',
  main_use: 'MAIN_USE ΚΥΡΙΑ_ΧΡΗΣΗ KYRIA_XRHSH ΧΡΗΣΗ ΧΡΗΣΗ_ΓΗΣ XRHSH XRISI LAND_USE',
  description: 'DESCR DESCRIPTION ΠΕΡΙΓΡΑΦΗ ΠΕΡΙΓΡ ΠΕΡΙΓΡΑΦ PERIGRAFH PERIGRAFI PERIGR',
  vertical_property: 'PROP_VERT VERTICAL_PROPERTY ΚΑΘΕΤΗ_ΙΔΙΟΚΤΗΣΙΑ ΚΑΘΕΤΗ ΚΑΘΕΤΗ_ΙΔ',
  horizontal_property: 'PROP_HOR HORIZONTAL_PROPERTY ΟΡΙΖΟΝΤΙΑ_ΙΔΙΟΚΤΗΣΙΑ ΟΡΙΖΟΝΤΙΑ ΟΡΙΖΟΝΤ_ΙΔ',
  kind: 'KIND PARCEL_KIND PARCEL_TYPE ΕΙΔΟΣ ΕΙΔΟΣ_ΑΚΙΝΗΤΟΥ ΕΙΔΟΣ_ΓΕΩΤΕΜΑΧΙΟΥ EIDOS',
  town_plan: 'TOWN_PLAN IN_PLAN ΕΝΤΟΣ ΕΝΤΟΣ_ΣΧΕΔΙΟΥ ΕΝΤΟΣ_ΕΚΤΟΣ ΣΧΕΔΙΟ_ΠΟΛΗΣ ENTOS ENTOS_SXEDIOY',
  perimeter: 'PERIMETER PERIMETER_M ΠΕΡΙΜΕΤΡΟΣ ΠΕΡΙΜ PERIMETROS PERIM',
  link: 'LINK URL ΣΥΝΔΕΣΜΟΣ',
};
const usual = Object.entries(usualNames).map(
  ([field, names]) => [field as Field, names.split(' ').map(foldedName)] as const,
);

/** A longer text is cut; a longer link is left out, because a part of it leads elsewhere. */
export const mostCharacters = 500;

type Columns = ReadonlyMap<Field, string>;

/**
 * Reads what a file records of a parcel besides its area. What cannot be kept is left out with a
 * note; it never refuses the row. The row of a unit (a flat) describes that unit: of it, only the
 * address, the town plan and the perimeter are true for the parcel.
 */
export function attributeReader(readNumber: ReturnType<typeof numberReader>, note: Note) {
  const known = new Map<string, Columns>();
  return (feature: Feature, isUnit: boolean): ParcelAttributes | undefined => {
    const { properties } = feature;
    const names = Object.keys(properties);
    const key = names.join();
    const columns = known.get(key) ?? findColumns(names);
    known.set(key, columns);
    if (columns.size === 0) return undefined;
    const text = (field: Field) => readText(properties, columns.get(field), note);
    const found: Record<keyof ParcelAttributes, string | number | undefined> = {
      address: readAddress(text),
      main_use: isUnit ? undefined : text('main_use'),
      description: isUnit ? undefined : text('description'),
      vertical_property: isUnit ? undefined : text('vertical_property'),
      horizontal_property: isUnit ? undefined : text('horizontal_property'),
      kind: isUnit ? undefined : text('kind'),
      town_plan: text('town_plan'),
      perimeter: readPerimeter(feature, columns.get('perimeter'), readNumber, note),
      link: isUnit ? undefined : readLink(properties, columns.get('link'), note),
    };
    const kept = Object.entries(found).filter(([, value]) => value !== undefined);
    return kept.length > 0 ? (Object.fromEntries(kept) as ParcelAttributes) : undefined;
  };
}

/** The columns that attributes are read from. */
export function attributeColumns(names: readonly string[]): string[] {
  return [...findColumns(names).values()];
}

function findColumns(names: readonly string[]): Columns {
  const columns = new Map<Field, string>();
  const folded = names.map(foldedName);
  for (const [field, wanted] of usual) {
    const at = wanted.map(name => folded.indexOf(name)).find(i => i !== -1);
    if (at !== undefined) columns.set(field, names[at]!);
  }
  return columns;
}

/** What programs write for an empty cell. */
const empty = /^(?:<?null>?|-+)?$/i;

/** A value as text on one line; undefined if it is empty or nested. */
export function plainText(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const text = String(value)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return empty.test(text) ? undefined : text;
}

/** A text on one line; undefined if there is none, or if it is HTML, as in files of Google Earth. */
export function readText(
  properties: Feature['properties'],
  column: string | undefined,
  note: Note,
): string | undefined {
  const text = column === undefined ? undefined : plainText(properties[column]);
  if (text === undefined) return undefined;
  if (/<[a-z!/]/i.test(text)) {
    note(`${column}: HTML is not kept`, text.slice(0, 60));
    return undefined;
  }
  if (text.length <= mostCharacters) return text;
  note(`${column}: cut to ${mostCharacters} characters`, text.slice(0, 60));
  return `${text.slice(0, mostCharacters - 1).toWellFormed()}…`;
}

/** The address on one line: `Ματρόζου 32, 11741 Αθήνα`. */
function readAddress(text: (field: Field) => string | undefined): string | undefined {
  const line = (...fields: Field[]) => fields.map(text).filter(Boolean).join(' ');
  const street = text('street') === undefined ? '' : line('street', 'house_number');
  const whole = text('address') ?? street;
  const town = line('postal_code', 'city');
  if (whole === '' || town === '' || whole.includes(town)) return whole || undefined;
  return `${whole}, ${town}`.slice(0, mostCharacters);
}

/** The perimeter in metres. */
function readPerimeter(
  feature: Feature,
  column: string | undefined,
  readNumber: ReturnType<typeof numberReader>,
  note: Note,
): number | undefined {
  const text = column === undefined ? undefined : plainText(feature.properties[column]);
  if (text === undefined) return undefined;
  const metres = numberOrUndefined(() => readNumber(feature, column!));
  if (metres !== undefined && metres > 0 && metres < 1e7) return metres;
  note(`${column}: not kept, expected the perimeter in metres`, text.slice(0, 60));
  return undefined;
}

/** A column with two decimal signs is an error for the area, but only the perimeter is lost here. */
function numberOrUndefined(read: () => number | undefined): number | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KtimaError) return undefined;
    throw error;
  }
}

/** A link of the web; others could run code or open a local file when they are followed. */
function readLink(
  properties: Feature['properties'],
  column: string | undefined,
  note: Note,
): string | undefined {
  const text = column === undefined ? undefined : plainText(properties[column]);
  if (text === undefined) return undefined;
  const url = /^https?:\/\//i.test(text) && text.length <= mostCharacters && URL.parse(text);
  if (url && url.username === '' && url.password === '') return url.href;
  note(
    `${column}: not kept, expected a link that begins with http:// or https://`,
    text.slice(0, 60),
  );
  return undefined;
}
