import Type, { type Static } from 'typebox';
import { placeTypes } from '#domain/property/place-types.ts';
import { mostInsuredRatio } from '#domain/property/plausible.ts';
import { oneOf, yesNo } from '#http/openapi/wire-types.ts';
import { languages } from '#tools/notation/languages.ts';
import { costTerms } from '../report/cost-terms.ts';
import { formats } from './output/output-formats.ts';
import { measures } from './summary/exposure.ts';

/** How the cost of all rows is stated; cells of a row take precedence. */
const { valuation_date, dataset, rates, index, addons, ageing } = costTerms;

/** The options of a run: the parameters of the API, and the options of `ktima enrich`. */
export const PortfolioQuery = Type.Object(
  {
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Name of the file, shown in the list and in messages.',
        examples: ['book.csv'],
      }),
    ),
    format: Type.Optional(
      Type.Enum([...formats], {
        type: 'string',
        default: 'csv',
        description:
          'Format of the result. CSV has the separator and the encoding of the input. `oed` is the ' +
          'location file of Open Exposure Data, as CSV with commas.',
      }),
    ),
    start: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether the run starts. `false` only reads the file: its state becomes `read`, with its ' +
          'columns and some of their values, and `POST /api/portfolios/{id}/run/` starts it.',
      }),
    ),
    columns: Type.Optional(
      Type.String({
        maxLength: 4_000,
        'x-expected':
          'a JSON object of fields and names of columns, such as {"address":"Τοποθεσία"}',
        description:
          'Columns chosen by hand, as a JSON object: `{"address":"Τοποθεσία"}`; null leaves a field ' +
          'out. The other columns are found by their names. docs/portfolios.md lists the fields.',
      }),
    ),
    sheet: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Name or number of the sheet of a workbook, if several have a table.',
      }),
    ),
    encoding: Type.Optional(
      Type.String({
        maxLength: 20,
        description:
          'Encoding of a CSV file, if it is not detected: utf-8, windows-1253 and others.',
      }),
    ),
    decimals: Type.Optional(
      oneOf(['comma', 'point'], 'Decimal sign of numbers that can be read in two ways.'),
    ),
    srid: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 999_999,
        description: 'EPSG number of the columns x and y; 2100 is the Greek Grid.',
      }),
    ),
    places: Type.Optional(
      Type.String({
        maxLength: 2_000,
        'x-expected': `all, or some of ${placeTypes.join(', ')}, with commas between them`,
        description:
          'Adds count, nearest and, if ways are loaded, metres on foot of these types of places: ' +
          '`metro_station,hospital` or `all`. The token needs the scope `places` too.',
      }),
    ),
    parcel: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether parcels are added.' }),
    ),
    zones: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        default: 'true',
        examples: ['flood,earthquake'],
        description:
          'Kinds of zones to add, with commas between them; by default the loaded ones. The token ' +
          'needs the scope `zones` too. `true` adds the loaded ones, not for a token without that ' +
          'scope; `false` adds none.',
      }),
    ),
    year_range: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,4}-[0-9]{1,4}$',
        'x-expected': 'two years such as 1800-2026',
        description: 'Plausible years of construction; others are a problem. By default from 1800.',
      }),
    ),
    output_encoding: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'Encoding of a result in CSV; by default that of the file.',
      }),
    ),
    bom: Type.Optional(
      yesNo('Whether a result in CSV starts with a byte order mark; by default as the file.'),
    ),
    decimal_comma: Type.Optional(
      yesNo(
        'Whether added numbers of a result in CSV have a decimal comma; by default as the file.',
      ),
    ),
    min_confidence: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0,
        description: 'Address matches below this confidence are ignored.',
      }),
    ),
    area_range_m2: Type.Optional(
      Type.String({
        maxLength: 20,
        'x-expected': 'two whole numbers of m² such as 5-20000',
        description:
          'Plausible areas in m², `5-20000`; others are a problem. By default those of the type, ' +
          'which hold in any case.',
      }),
    ),
    years: Type.Optional(
      Type.Enum(['ranges', 'strict'], {
        type: 'string',
        default: 'ranges',
        description:
          'Whether a construction year may be a range such as 1960-1970, of which the middle ' +
          'counts; `strict` refuses it.',
      }),
    ),
    duplicates: Type.Optional(
      Type.Enum(['keep', 'drop'], {
        type: 'string',
        default: 'keep',
        description: 'Whether rows that repeat an earlier one are in the totals.',
      }),
    ),
    implausible: Type.Optional(
      Type.Enum(['keep', 'drop'], {
        type: 'string',
        default: 'keep',
        description:
          'Whether rows whose sum insured is implausible are in the totals and circles. The summary ' +
          'lists them in any case.',
      }),
    ),
    most_insured_ratio: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 1_000,
        default: mostInsuredRatio,
        description: 'A larger sum insured ÷ cost as new is a problem of the row.',
      }),
    ),
    sum_range_eur_m2: Type.Optional(
      Type.String({
        maxLength: 20,
        'x-expected': 'two whole numbers of euro for each m² such as 500-4000',
        description:
          'Plausible sums insured of a building in euro for each m²; others are a problem. By ' +
          'default those of the type.',
      }),
    ),
    accumulate: Type.Optional(
      Type.Enum([...measures], {
        type: 'string',
        default: 'total',
        description:
          'What circles and lists are ranked by: one coverage, `property` for building and ' +
          'contents, or `total` with interruption.',
      }),
    ),
    language: Type.Optional(
      oneOf(
        languages,
        'Language of the messages in the result and the summary. Without it `Accept-Language` ' +
          'decides, otherwise it is English.',
      ),
    ),
    valuation_date,
    dataset,
    rates,
    index,
    addons,
    ageing,
  },
  { additionalProperties: false },
);
export type PortfolioOptions = Static<typeof PortfolioQuery>;

/** The kinds of zones that are named; true for the loaded ones, false for none. */
export function kindsIn({ zones = 'true' }: Pick<PortfolioOptions, 'zones'>): string[] | boolean {
  // A run that an earlier version has stored has a boolean.
  const text = String(zones);
  return text === 'true' || text === 'false' ? text === 'true' : text.split(',');
}

/** The kinds of zones, as `chooseKinds` takes them. */
export function zonesOf(options: Pick<PortfolioOptions, 'zones'>): string | false | undefined {
  const kinds = kindsIn(options);
  if (typeof kinds !== 'boolean') return kinds.join(',');
  return kinds ? undefined : false;
}
