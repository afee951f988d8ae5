import Type, { type TSchema } from 'typebox';
import { AddressResult } from './address-answer.ts';
import { AddressText } from './address-query.ts';
import { coordinates } from './coordinates.ts';
import { KaekCode } from './kaek-search.ts';
import { numberOrNull, orNull, textOrNull } from './nullable.ts';
import { ParcelAnswer } from './parcel-answer.ts';
import { PointOfInterest } from './points-of-interest.ts';
import { LayerName } from './readiness.ts';
import { building, CostBody, postalCode } from './reconstruction-cost.ts';
import { reportExample } from './report-example.ts';

/** With examples of all three ways to ask, the reference would show a request that is refused. */
function withoutExample<Schema extends TSchema>(schema: Schema): Schema {
  const { examples: _, ...rest } = schema as Schema & { examples?: unknown };
  return rest as unknown as Schema;
}

/** What a report is asked by. */
export const ReportQuery = Type.Object({
  address: Type.Optional(withoutExample(AddressText)),
  kaek_code: Type.Optional(KaekCode),
  latitude: Type.Optional(withoutExample(coordinates.latitude)),
  longitude: Type.Optional(withoutExample(coordinates.longitude)),
  postal_code: Type.Optional(
    withoutExample(postalCode('Of the building, for its cost; that of the location by default.')),
  ),
  property_type: Type.Optional(building.property_type),
  build_area: Type.Optional(building.build_area),
  construction_year: building.construction_year,
});

/** The sections that may hold nothing. */
export const sections = ['location', 'parcel', 'cost'] as const;
export type SectionName = (typeof sections)[number];

const Asked = Type.Object(
  {
    address: textOrNull('The address.'),
    kaek_code: textOrNull('The cadastral code.'),
    latitude: numberOrNull('The latitude.'),
    longitude: numberOrNull('The longitude.'),
    property_type: textOrNull('The kind of dwelling.'),
    build_area: numberOrNull('Build area in square metres.'),
    construction_year: numberOrNull('Year of construction.'),
    postal_code: Type.Optional(
      Type.String({ description: 'The postal code for the cost; absent where none was sent.' }),
    ),
  },
  { title: 'ReportQuery', description: 'What was sent; null where nothing was.' },
);

const Position = Type.Object(
  {
    ...coordinates,
    from: Type.Enum(['address', 'parcel', 'coordinates'], {
      type: 'string',
      description: 'Whether it is that of the address found, a point in the parcel, or as sent.',
    }),
  },
  { title: 'ReportPosition', description: 'Where everything below was looked up.' },
);

const Missing = Type.Object(
  {
    section: Type.Enum([...sections], { type: 'string', description: 'A section that is null.' }),
    reason: Type.String({ description: 'Why, in words.' }),
  },
  { title: 'MissingSection' },
);

const Source = Type.Object(
  {
    layer: LayerName,
    source: Type.String({ description: 'Name of the source within its layer.' }),
    licence: Type.String({ description: 'Under which terms, and the attribution due.' }),
    loaded_at: Type.String({ format: 'date-time', description: 'When it was loaded, in UTC.' }),
  },
  { title: 'ReportSource' },
);

/** A report on the wire. */
export const ReportBody = Type.Object(
  {
    query: Asked,
    position: Position,
    location: orNull(AddressResult, 'As `address-search` finds it first, or `reverse` at a point.'),
    parcel: orNull(ParcelAnswer, 'As `kaek-search` or `parcel-at` give it.'),
    cost: orNull(CostBody, 'As `reconstruction-cost` gives it with `explain=true`.'),
    neighbourhood: Type.Array(PointOfInterest, {
      description: 'As `points-of-interest` gives it: the places around, nearest first.',
    }),
    missing: Type.Array(Missing, { description: 'Why sections are null; empty when none is.' }),
    sources: Type.Array(Source, { description: 'The data that the service has loaded.' }),
    year: Type.Integer({ description: 'This year in Athens: ages are counted up to it.' }),
    generated_at: Type.String({
      format: 'date-time',
      description: 'When this report was made, in UTC.',
    }),
  },
  { title: 'PropertyReport', description: 'The report.', examples: [reportExample] },
);
