import { fold } from '#domain/geocoder/text/fold.ts';
import { dateInAthens } from '#domain/property/athens-time.ts';
import {
  type Comparable,
  type ComparableType,
  comparableTypes,
  type PriceKind,
  priceKinds,
} from '#domain/property/comparables.ts';
import { propertyTypeNamed } from '#domain/property/cost/type-words.ts';
import { generalNames, listOf, usualNames } from '#domain/property/usual-names.ts';
import { usageError } from '#tools/errors.ts';
import { listed, plainName } from '#tools/notation/column-names.ts';
import type { Feature } from '../readers/reader.ts';
import { otherNamesOf } from './column-fields.ts';
import { type Dataset, type DatasetOptions, Refused } from './dataset.ts';
import { type Fields, openFields } from './fields.ts';
import { openPositions, positionColumns } from './position-columns.ts';

type Located = Pick<Comparable, 'latitude' | 'longitude' | 'accuracyMetres'>;

/** Finds an address; returns why it cannot be used, as it follows "expected". */
export type LocateAddress = (
  address: string,
  postalCode: string | undefined,
) => Promise<Located | string>;

/** The columns, each with other usual names of it, besides those that all layers share. */
const names = {
  external_id: 'id, Κωδικός, Κωδικός αγγελίας',
  property_type: 'Κατηγορία',
  area: [...listOf('area_m2'), ...usualNames.build_area, ...generalNames.build_area!],
  construction_year: [],
  price: 'price_eur, amount, Τιμή, Τιμή (€), Τίμημα, Αξία, Ποσό',
  date: 'price_date, Ημερομηνία, Ημερομηνία τιμής, Ημ/νία',
  kind: 'price_kind, Είδος τιμής, Τύπος τιμής',
  source: 'price_source, Πηγή, Προέλευση',
  address: [],
  postal_code: [],
};
const otherNames = otherNamesOf(names);

/** What the headings of columns with personal data contain or are. */
const personal =
  /(?:^|_)(?:ονομα|επωνυμο|name|surname|owner|seller|buyer|agent|broker|phone|tel|mobile|τηλ|κινητο|αφμ|αδτ|αμκα|vat|tin)(?:_|\.|$)|ονοματεπωνυμο|ιδιοκτητ|πωλητ|αγοραστ|μεσιτ|κατοχ|τηλεφων|e_?mail|phone|contact|επικοινωνι|επωνυμι/;

/** An e-mail address or a Greek telephone number in a text. Digits in a link are no number. */
const personalText =
  /@|(?<![\w/=.-])(?:(?:\+|00)30[ -]?)?(?:69\d|2\d\d)[ -]?\d{3}[ -]?\d{4}(?![\w])/;

const kindWords: Readonly<Record<string, PriceKind>> = {
  ...Object.fromEntries(
    'asking,ask,asked,offer,listing,ζητουμενη,ζητουμενη τιμη,αγγελια,προσφορα'
      .split(',')
      .map(word => [word, 'asking' as const]),
  ),
  ...Object.fromEntries(
    'sold,sale,transaction,πωληση,πωληθηκε,αγοραπωλησια,συναλλαγη,μεταβιβαση,συμβολαιο'
      .split(',')
      .map(word => [word, 'sold' as const]),
  ),
};

const landWords = ['land', 'plot', 'γη', 'οικοπεδο', 'αγροτεμαχιο', 'γηπεδο', 'αγροσ'];

/** Properties with their prices. Columns with personal data are never read. */
export function comparableDataset(
  locate: LocateAddress,
  allKind: string | undefined,
  today = dateInAthens(new Date()),
): Dataset<'comparables'> {
  return {
    layer: 'comparables',
    columns: [...Object.keys(names), ...positionColumns],
    otherNames,
    open(reader, options, note = () => {}) {
      refusePersonal(options);
      const positionOf = openPositions(reader, options);
      const fieldsOf = openFields(reader, options, otherNames);
      let isFirst = true;
      return feature => {
        if (isFirst) {
          const dropped = Object.keys(feature.properties).filter(isPersonal);
          if (dropped.length > 0) note('columns with personal data are not taken', listed(dropped));
        }
        isFirst = false;
        const fields = fieldsOf(feature);
        fields.need(['property_type', 'area', 'price', 'date', ...(allKind ? [] : ['kind'])]);
        const priced = pricedProperty(fields, allKind, today);
        if (hasPosition(feature, fields)) {
          return { ...priced, ...positionOf(feature, fields), accuracyMetres: 0 };
        }
        return located(locate, fields).then(position => ({ ...priced, ...position }));
      };
    },
  };
}

function isPersonal(column: string): boolean {
  return personal.test(plainName(column));
}

function refusePersonal({ map = [] }: DatasetOptions): void {
  const wrong = map.find(mapping => isPersonal(mapping.slice(mapping.indexOf('=') + 1)));
  if (wrong === undefined) return;
  throw usageError(`--map ${wrong}: expected a column without personal data`);
}

function hasPosition({ geometry }: Feature, fields: Fields): boolean {
  return geometry !== null || fields.textOrNull('latitude') !== null || fields.has('x');
}

async function located(locate: LocateAddress, fields: Fields): Promise<Located> {
  const address = fields.textOrNull('address');
  if (address === null) {
    throw new Refused('address', 'an address, or a position in latitude and longitude or x and y');
  }
  const found = await locate(address, fields.textOrNull('postal_code')?.replace(' ', ''));
  if (typeof found === 'string') throw new Refused('address', found, address);
  return found;
}

function pricedProperty(fields: Fields, allKind: string | undefined, today: string) {
  const propertyType = typeOf(fields);
  const areaM2 = fields.number('area', 1, 100_000_000);
  const year = fields.textOrNull('construction_year');
  return {
    externalId: textWithoutPersons(fields, 'external_id', 100),
    propertyType,
    areaM2,
    constructionYear: year && wholeNumber(fields, 'construction_year', 1_000, 2_100),
    priceEur: priceOf(fields, propertyType, areaM2),
    date: dayUntil(fields, today),
    kind: kindOf(fields, allKind),
    priceSource: textWithoutPersons(fields, 'source', 200),
    address: textWithoutPersons(fields, 'address', 200),
  } as Omit<Comparable, keyof Located>;
}

function wholeNumber(fields: Fields, field: string, least: number, most: number): number {
  const value = fields.number(field, least, most);
  if (Number.isInteger(value)) return value;
  throw new Refused(field, `a whole number from ${least} to ${most}`, value);
}

function typeOf(fields: Fields): ComparableType {
  const word = fold(fields.text('property_type'));
  if (landWords.includes(word)) return 'land';
  return propertyTypeNamed(word) ?? fields.oneOf('property_type', comparableTypes);
}

/** The bounds catch a price in thousands, and a thousands separator read as a decimal sign. */
function priceOf(fields: Fields, type: ComparableType, areaM2: number): number {
  const price = fields.number('price', 1, 10_000_000_000);
  const [least, most] = type === 'land' ? [0.01, 100_000] : [10, 100_000];
  if (price >= least * areaM2 && price <= most * areaM2) return price;
  throw new Refused('price', `${least} to ${most} € for each m²`, `${price} € for ${areaM2} m²`);
}

function dayUntil(fields: Fields, today: string): string {
  const day = fields.day('date');
  if (day >= '1950-01-01' && day <= today) return day;
  throw new Refused('date', 'a day from 1950 until today', day);
}

function kindOf(fields: Fields, allKind: string | undefined): PriceKind {
  const word = fields.textOrNull('kind') ?? allKind;
  if (word === undefined) {
    throw new Refused('kind', `${priceKinds.join(' or ')} in a column, or --kind for all rows`);
  }
  const kind = kindWords[fold(word)];
  if (kind) return kind;
  throw new Refused('kind', priceKinds.join(' or '), word);
}

function textWithoutPersons(fields: Fields, field: string, most: number): string | null {
  const text = fields.textOrNull(field);
  if (text === null || (text.length <= most && !personalText.test(text))) return text;
  const expected =
    text.length > most ? `at most ${most} characters` : 'no e-mail address or telephone number';
  throw new Refused(field, expected, text.length > most ? text : undefined);
}
