import Type, { type Static } from 'typebox';
import { idFormat, idPattern } from '#domain/geocoder/ids.ts';
import {
  integerOrNull,
  numberOrNull,
  oneOf,
  optional,
  orNull,
  text,
  textOrNull,
  time,
  whole,
} from '#http/openapi/wire-types.ts';
import { inEnglish, type Sentence } from '#tools/notation/sentences.ts';
import { costTerms } from '../../report/cost-terms.ts';
import { LocatedResult } from '../addresses/address-answer.ts';
import { AddressText } from '../addresses/address-query.ts';
import { CostBody } from '../cost/cost-answer.ts';
import { building } from '../cost/cost-query.ts';
import { BuildingsBody } from '../property/buildings-operation.ts';
import { GridsBody } from '../property/grids-operation.ts';
import { ParcelBody } from '../property/parcel-answer.ts';
import { KaekCode } from '../property/parcel-operations.ts';
import { PointOfInterest } from '../property/points-of-interest.ts';
import { ZonesBody } from '../property/zones-operation.ts';
import { coordinates, costPostalCode, LayerName, withoutExample } from '../shared-schemas.ts';
import { reportExample } from './report-example.ts';

/** The parameters of a report. */
export const ReportQuery = Type.Object({
  address: Type.Optional(withoutExample(AddressText)),
  result_id: optional.text(
    'The `id` of the suggestion or result that is meant. If the data no longer have it, `address` ' +
      'decides if it was sent too.',
    { pattern: idPattern, 'x-expected': idFormat },
  ),
  kaek_code: Type.Optional(KaekCode),
  latitude: Type.Optional(withoutExample(coordinates.latitude)),
  longitude: Type.Optional(withoutExample(coordinates.longitude)),
  postal_code: optional.text(
    'Postal code of the building, for its cost; by default that of the location. A code that ' +
      'contradicts the location gives no cost. The cost depends on its first two digits only, ' +
      'except with `rates=finest`.',
    { ...costPostalCode },
  ),
  property_type: Type.Optional(building.property_type),
  build_area: Type.Optional(building.build_area),
  construction_year: building.construction_year,
  ...costTerms,
});

/** The sections that may be null. */
export const sections = [
  'location',
  'parcel',
  'cost',
  'neighbourhood',
  'zones',
  'buildings',
  'grids',
] as const;
export type SectionName = (typeof sections)[number];

const SentParameters = Type.Object(
  {
    address: textOrNull('The address.'),
    kaek_code: textOrNull('The cadastral code.'),
    latitude: numberOrNull('The latitude.'),
    longitude: numberOrNull('The longitude.'),
    property_type: textOrNull('The kind of property.'),
    build_area: numberOrNull('Build area in square metres.'),
    construction_year: integerOrNull('Year of construction.'),
    result_id: optional.text('The id of the address; absent if none was sent.'),
    postal_code: optional.text('The postal code for the cost; absent if none was sent.'),
    ...costTerms,
  },
  { title: 'ReportQuery', description: 'The parameters of the request; null if not sent.' },
);

const Position = Type.Object(
  {
    ...coordinates,
    from: oneOf(
      ['address', 'parcel', 'coordinates'],
      'The origin of the position: the address match, a point in the parcel, or the request.',
    ),
  },
  { title: 'ReportPosition', description: 'The position of all lookups below.' },
);

const Missing = Type.Object(
  {
    section: oneOf(sections, 'A section that is null.'),
    code: text('Why, as a code such as `no_rate`.'),
    reason: text('The same in words.'),
  },
  { title: 'MissingSection' },
);

/** An entry of `missing`. */
export function missingSection(section: SectionName, why: Sentence): Static<typeof Missing> {
  return { section, code: why.code, reason: inEnglish(why) };
}

const Source = Type.Object(
  {
    layer: LayerName,
    source: text('Name of the source within its layer.'),
    licence: text('Licence and attribution.'),
    loaded_at: time('date-time', 'When it was loaded, in UTC.'),
  },
  { title: 'ReportSource' },
);

/** A report on the wire. */
export const ReportBody = Type.Object(
  {
    query: SentParameters,
    position: Position,
    location: orNull(
      LocatedResult,
      'The first result of `address-search`, or of `reverse` at a point.',
    ),
    parcel: orNull(ParcelBody, 'The result of `kaek-search` or `parcel-at`.'),
    cost: orNull(CostBody, 'The result of `reconstruction-cost` with `explain=true`.'),
    neighbourhood: orNull(
      Type.Array(PointOfInterest),
      'The result of `points-of-interest`: the nearby places, nearest first. While ways to walk on are ' +
        'loaded, that of `walk=true`. Null if the token does not have the scope `places`.',
    ),
    zones: Type.Optional(
      orNull(
        ZonesBody,
        'The result of `zones`: for `kaek_code` that of the parcel, for an address with its `accuracy_m`. ' +
          'Absent while no zones are loaded. Null if the token does not have the scope `zones`, or too ' +
          'many zones may apply.',
      ),
    ),
    buildings: Type.Optional(
      orNull(
        BuildingsBody,
        'The result of `buildings`. Absent while none are loaded. Null if the token does not have ' +
          'the scope `zones`, the position is too rough, or too many lie around it.',
      ),
    ),

    grids: Type.Optional(
      orNull(
        GridsBody,
        'The result of `grids`: for `kaek_code` that of the parcel. Absent while no grid is loaded. ' +
          'Null if the token does not have the scope `zones`, or the position is too rough.',
      ),
    ),
    missing: Type.Array(Missing, {
      description: 'The reasons for null sections; empty if none is null.',
    }),
    sources: Type.Array(Source, {
      description: 'The data that the service has loaded; sources without rows are left out.',
    }),
    year: whole('The current year in Athens, for computing ages.'),
    generated_at: time('date-time', 'When this report was made, in UTC.'),
  },
  { title: 'PropertyReport', description: 'The report.', examples: [reportExample] },
);
