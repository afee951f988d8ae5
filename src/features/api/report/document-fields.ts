import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import {
  adjustmentNames,
  comparableTypes,
  mostChosen,
  priceKinds,
} from '#domain/property/comparables.ts';
import {
  detailFields,
  type FieldName,
  kindOf,
  templateNames,
  valuationNames,
} from '#domain/property/valuation-fields.ts';
import { number, oneOf, optional, orNull } from '#http/openapi/wire-types.ts';
import { type Fault, invalidInput, KtimaError } from '#tools/errors.ts';
import { entryReader } from '../batch-entries.ts';
import { dayFrom1900 } from '../shared-schemas.ts';

const descriptions: Readonly<Record<FieldName, string>> = {
  preparer: 'Name of the valuer.',
  registration: 'Number in the register of certified valuers.',
  reference: 'Reference of the document.',
  purpose: 'Purpose of the valuation.',
  remark: 'A remark.',
  client: 'Client.',
  users: 'Other intended users.',
  interest: 'Interest that is valued.',
  basis: 'Basis of value.',
  date: 'Date of valuation.',
  value: 'The value that the valuer states, in euro; the document has it in words too.',
  inspected: 'Date of the inspection.',
  inspector: 'Who inspected the property.',
  unit: 'Floor and unit.',
  built: 'Year or period of construction.',
  energy_class: 'Energy class.',
  occupancy: 'Use and occupancy.',
  inspection: 'Extent of the inspection.',
  areas: 'Areas and where they come from.',
  includes: 'What the amount includes: fees, permits, demolition, VAT.',
  building_terms: 'Planning status and building terms.',
  legality: 'Permits and legality.',
  documents: 'Documents that were seen.',
  reasoning: 'Approach and reasoning.',
  evidence: 'Comment on the market evidence.',
  marketability: 'Marketability and time to sell.',
  uncertainty: 'Material uncertainty.',
  assumptions: 'Assumptions.',
  special_assumptions: 'Special assumptions.',
  limits: 'Limits of use and liability.',
  compliance: 'Standard that is followed, and independence.',
};

function text(most: number, description: string) {
  const expected = `text of at most ${most} characters`;
  return optional.text(description, { maxLength: most, 'x-expected': expected });
}

function schemaOf(name: FieldName) {
  const description = descriptions[name];
  const kind = kindOf(name);
  if (kind === 'amount') {
    const expected = 'an amount in euro, from 0.01 to 1000000000000';
    return optional.number(description, { minimum: 0.01, maximum: 1e12, 'x-expected': expected });
  }
  if (kind === 'date') return optional.text(description, dayFrom1900);
  return kind === 'text' ? optional.text(description, severalLines) : text(200, description);
}

/** All texts together fill about forty pages. */
const severalLines = {
  maxLength: 4_000,
  pattern: '^[^\\r\\n]*(?:\\r?\\n[^\\r\\n]*){0,99}$',
  'x-expected': 'text of at most 4000 characters and 100 lines',
};

const percent = (description: string, least: number, most: number) =>
  optional.number(description, { minimum: least, maximum: most });

/** A comparable as `comparables` answers it, with the valuer's adjustments. */
const Comparable = Type.Object(
  {
    property_type: oneOf(comparableTypes, 'Its type.'),
    kind: oneOf(priceKinds, 'Whether the price is asked for or was paid.'),
    date: Type.String({
      format: 'date',
      pattern: '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
      'x-expected': 'a day as YYYY-MM-DD',
      description: 'The day of the price.',
    }),
    price_eur: number('In euro.', { exclusiveMinimum: 0, maximum: 1e12 }),
    area_m2: number('Its area.', { minimum: 0.01, maximum: 1e9 }),
    construction_year: orNull(Type.Integer({ minimum: 1, maximum: 9999 }), 'Its year.'),
    address: orNull(Type.String({ maxLength: 256 }), 'Its address.'),
    source: Type.String({ maxLength: 256, description: 'Where the price comes from.' }),
    distance_m: number('Metres from the property.', { minimum: 0, maximum: 1e8 }),
    accuracy_m: orNull(Type.Number({ minimum: 0 }), 'How far the position may be wrong.'),
    latitude: percent('Degrees north, WGS84.', -90, 90),
    longitude: percent('Degrees east, WGS84.', -180, 180),
    floor: text(40, 'Its floor.'),
    adjustments: Type.Optional(
      Type.Object(
        Object.fromEntries(
          adjustmentNames.map(name => [name, percent(`For ${name}, in percent.`, -90, 200)]),
        ),
        {
          title: 'Adjustments',
          additionalProperties: false,
          'x-expected': `an object with percentages from -90 to 200 for ${adjustmentNames.join(', ')}`,
          description: 'What the valuer adds to the price, in percent.',
        },
      ),
    ),
    weight: percent('Its weight in percent; weights sum to 100.', 0, 100),
  },
  { title: 'ChosenComparable', additionalProperties: false },
);

/** The most photographs of a document. */
export const mostPhotographs = 10;

const image = (description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    'x-expected': 'a JPEG, PNG or WebP as base64',
    description,
  });

const Photograph = Type.Object(
  { image: image('A JPEG, PNG or WebP as base64.'), caption: text(200, 'What it shows.') },
  { title: 'Photograph', additionalProperties: false },
);

const lists = {
  comparables: Type.Optional(
    Type.Array(Comparable, {
      maxItems: mostChosen,
      'x-expected': `a list of at most ${mostChosen} comparables`,
      description: 'The comparables that the valuer chose.',
    }),
  ),
  photographs: Type.Optional(
    Type.Array(Photograph, {
      maxItems: mostPhotographs,
      'x-expected': `a list of at most ${mostPhotographs} photographs`,
      description:
        'With the logo at most 10 MB and 40 megapixels, a JPEG with at most 40 scans. They are drawn ' +
        'anew, so that nothing but the picture is left.',
    }),
  ),
};

const fields: TProperties = {
  template: optional.oneOf(
    templateNames,
    'What the document is, and so which fields it must state. Without it, it is a property ' +
      'report, without a statement of compliance and a place for a signature.',
  ),
  ...Object.fromEntries(
    [...(Object.keys(detailFields) as FieldName[]), ...valuationNames].map(name => [
      name,
      schemaOf(name),
    ]),
  ),
  logo: Type.Optional(image('The logo of the valuer, as base64.')),
};

/** What the requester puts on a document. */
export const DocumentFields = Type.Object(
  { ...fields, ...lists },
  { title: 'DocumentFields', additionalProperties: false },
);

type Row = Static<typeof Comparable>;

/** The fields of a document after they were checked. */
export type DocumentFields = Readonly<Partial<Record<FieldName, string | number>>> & {
  readonly template?: (typeof templateNames)[number];
  readonly comparables?: readonly Row[];
  readonly photographs?: readonly Static<typeof Photograph>[];
  readonly logo?: string;
};

const unchecked = Type.Object(
  {
    ...fields,
    ...Object.fromEntries(
      Object.entries(lists).map(([name, list]) => [
        name,
        Type.Optional({ ...list, items: Type.Unknown() } as TSchema),
      ]),
    ),
  } as TProperties,
  { additionalProperties: false },
);
const readOuter = entryReader(unchecked);
const entries = { comparables: entryReader(Comparable), photographs: entryReader(Photograph) };

/** Checks the fields of a document. Throws INVALID_INPUT that names the field and its place. */
export function readDocumentFields(value: unknown): DocumentFields {
  const checked = within('fields', () => readOuter(value)) as DocumentFields;
  for (const list of ['comparables', 'photographs'] as const) {
    for (const [index, entry] of (checked[list] ?? []).entries()) {
      within(`${list}[${index}]`, () => entries[list](entry));
    }
  }
  return checked;
}

/** Names the place of a fault. */
export function within<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    throw invalidInput(error.faults.map(fault => atPlace(place, fault)));
  }
}

/** A fault of a field, or of the whole object, at its place. */
function atPlace(place: string, fault: Fault): Fault {
  const { field, message } = fault;
  return field === ''
    ? { ...fault, field: place, message: message.replace(/^request/, place) }
    : { ...fault, field: `${place}.${field}`, message: `${place}.${message}` };
}
