import Type, { type Static } from 'typebox';
import { placeTypes } from '#domain/property/place-types.ts';
import { mostInsuredRatio } from '#domain/property/plausible.ts';
import { optional } from '#http/openapi/wire-types.ts';
import { languages } from '#tools/notation/languages.ts';
import { costTerms } from '../report/cost-terms.ts';
import { formats } from './output/output-formats.ts';
import { measures } from './summary/exposure.ts';

/** How the cost of all rows is stated; cells of a row take precedence. */
const { valuation_date, dataset, rates, index, addons, ageing } = costTerms;

/** The options of a run: the parameters of the API, and the options of `ktima enrich`. */
export const PortfolioQuery = Type.Object(
  {
    name: optional.text('Name of the file, shown in the list and in messages.', {
      minLength: 1,
      maxLength: 200,
      examples: ['book.csv'],
    }),
    format: optional.oneOf(
      formats,
      'Format of the result. CSV has the separator and the encoding of the input. `oed` is the ' +
        'location file of Open Exposure Data, as CSV with commas.',
      { default: 'csv' },
    ),
    start: optional.yesNo(
      'Whether the run starts. `false` only reads the file: its state becomes `read`, with its ' +
        'columns and some of their values, and `POST /api/portfolios/{id}/run/` starts it.',
      { default: true },
    ),
    columns: optional.text(
      'Columns chosen by hand, as a JSON object: `{"address":"Τοποθεσία"}`; null leaves a field ' +
        'out. The other columns are found by their names. docs/portfolios.md lists the fields.',
      {
        maxLength: 4_000,
        'x-expected':
          'a JSON object of fields and names of columns, such as {"address":"Τοποθεσία"}',
      },
    ),
    type_words: optional.text(
      'Property types of words that have several meanings, or none that is known, as a JSON ' +
        'object: `{"Κατοικία":"apartment"}`. They come before the words that are loaded.',
      {
        maxLength: 4_000,
        'x-expected': 'a JSON object of words and property types, such as {"Κατοικία":"apartment"}',
      },
    ),
    sheet: optional.text('Name or number of the sheet of a workbook, if several have a table.', {
      minLength: 1,
      maxLength: 100,
    }),
    encoding: optional.text(
      'Encoding of a CSV file, if it is not detected: utf-8, windows-1253 and others.',
      { maxLength: 20 },
    ),
    decimals: optional.oneOf(
      ['comma', 'point'],
      'Decimal sign of numbers that can be read in two ways.',
    ),
    srid: optional.whole('EPSG number of the columns x and y; 2100 is the Greek Grid.', {
      minimum: 1,
      maximum: 999_999,
    }),
    places: optional.text(
      'Adds count, nearest and, if ways are loaded, metres on foot of these types of places: ' +
        '`metro_station,hospital` or `all`. The token needs the scope `places` too.',
      {
        maxLength: 2_000,
        'x-expected': `all, or some of ${placeTypes.join(', ')}, with commas between them`,
      },
    ),
    parcel: optional.yesNo('Whether parcels are added.', { default: true }),
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
    year_range: optional.text(
      'Plausible years of construction; others are a problem. By default from 1800.',
      { pattern: '^[0-9]{1,4}-[0-9]{1,4}$', 'x-expected': 'two years such as 1800-2026' },
    ),
    output_encoding: optional.text('Encoding of a result in CSV; by default that of the file.', {
      maxLength: 20,
    }),
    bom: optional.yesNo(
      'Whether a result in CSV starts with a byte order mark; by default as the file.',
    ),
    decimal_comma: optional.yesNo(
      'Whether added numbers of a result in CSV have a decimal comma; by default as the file.',
    ),
    min_confidence: optional.number('Address matches below this confidence are ignored.', {
      minimum: 0,
      maximum: 1,
      default: 0,
    }),
    area_range_m2: optional.text(
      'Plausible areas in m², `5-20000`; others are a problem. By default those of the type, ' +
        'which hold in any case.',
      { maxLength: 20, 'x-expected': 'two whole numbers of m² such as 5-20000' },
    ),
    years: optional.oneOf(
      ['ranges', 'strict'],
      'Whether a construction year may be a range such as 1960-1970, of which the middle ' +
        'counts; `strict` refuses it.',
      { default: 'ranges' },
    ),
    duplicates: optional.oneOf(
      ['keep', 'drop'],
      'Whether rows that repeat an earlier one are in the totals.',
      { default: 'keep' },
    ),
    implausible: optional.oneOf(
      ['keep', 'drop'],
      'Whether rows whose sum insured is implausible are in the totals and circles. The summary ' +
        'lists them in any case.',
      { default: 'keep' },
    ),
    most_insured_ratio: optional.number(
      'A larger sum insured ÷ cost as new is a problem of the row.',
      { minimum: 1, maximum: 1_000, default: mostInsuredRatio },
    ),
    sum_range_eur_m2: optional.text(
      'Plausible sums insured of a building in euro for each m²; others are a problem. By ' +
        'default those of the type.',
      { maxLength: 20, 'x-expected': 'two whole numbers of euro for each m² such as 500-4000' },
    ),
    accumulate: optional.oneOf(
      measures,
      'What circles and lists are ranked by: one coverage, `property` for building and ' +
        'contents, or `total` with interruption.',
      { default: 'total' },
    ),
    language: optional.oneOf(
      languages,
      'Language of the messages in the result and the summary. Without it `Accept-Language` ' +
        'decides, otherwise it is English.',
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
