import Type, { type Static } from 'typebox';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { Bbox } from '#http/openapi/bbox-parameter.ts';
import {
  integerOrNull,
  number,
  numberOrNull,
  optional,
  text,
  textOrNull,
  whole,
  yesNo,
} from '#http/openapi/wire-types.ts';
import { positionLevels } from '../portfolio/row/position-levels.ts';

/** The most rows of a page, and of a request that corrects rows. */
export const mostRows = 1_000;

const degrees = '-?[0-9]{1,3}(?:\\.[0-9]{1,15})?';

/** Which rows of a portfolio are wanted. */
export const RowsQuery = Type.Object(
  {
    offset: optional.whole('How many rows are left out before the first.', {
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
    }),
    limit: optional.whole('The most rows of the answer.', {
      minimum: 1,
      maximum: mostRows,
      default: 50,
    }),
    sort: optional.oneOf(
      ['line', 'sum_insured', 'as_new', 'area', 'ratio'],
      'By what rows are sorted: the line in the file, the sum insured, the cost as new, the ' +
        'area, or the sum insured divided by the cost as new. Rows without it come last.',
      { default: 'line' },
    ),
    order: optional.oneOf(['asc', 'desc'], '`desc` for the largest first.', { default: 'asc' }),
    has_problem: optional.yesNo('Only rows with a problem, or only those without.'),
    to_look_at: Type.Optional(
      Type.Literal(true, {
        type: 'boolean',
        'x-expected': 'true',
        description: 'Only rows with a problem, or insured for less than half of the cost as new.',
      }),
    ),
    is_corrected: optional.yesNo('Only rows with corrections, or only those without.'),
    level: optional.oneOf(
      [...positionLevels, 'none'],
      'Only rows whose position was found at this level; `none` for those without one.',
    ),
    property_type: optional.oneOf(
      [...propertyTypes, 'none'],
      'Only rows of this type; `none` if it is not known.',
    ),
    problem: optional.text(
      'Only rows with this problem: its code, after its field and a colon if it has one.',
      { minLength: 1, maxLength: 200, examples: ['build_area:area_not_plausible'] },
    ),
    bbox: Type.Optional(Bbox),
    around: optional.text(
      'Only rows with a certain place in this circle: latitude and longitude of its centre, and ' +
        'its radius in metres.',
      {
        pattern: `^${degrees},${degrees},[0-9]{1,6}$`,
        'x-expected': 'latitude,longitude,metres, such as 37.9,23.7,200',
        examples: ['37.9,23.7,200'],
      },
    ),
    cells: optional.number(
      'Adds the places of all rows that the filters leave, in cells of this many degrees; 0 for ' +
        'the places themselves.',
      { minimum: 0, maximum: 90 },
    ),
    text: optional.text(
      'Only rows with this text in their address or reference. Accents and case do not matter.',
      { minLength: 1, maxLength: 100 },
    ),
  },
  { additionalProperties: false },
);
export type RowsQuery = Static<typeof RowsQuery>;

const Cells = Type.Record(Type.String({ maxLength: 1_000 }), Type.String(), {
  description: 'The cells of the columns that are read, by column, as the file has them.',
});

const MessageBody = Type.Object(
  {
    code: text('What is wrong; docs/portfolios.md explains the codes.'),
    field: textOrNull('The field, column or section that it is about; null for the row itself.'),
    text: text('The message without its field.'),
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'The values of the text.' }),
  },
  { title: 'PortfolioMessage' },
);

const RowBody = Type.Object(
  {
    line: whole('The line in the file, or the row of the sheet.'),
    address: textOrNull('The address, as it was read.'),
    reference: textOrNull('The reference, as it was read.'),
    level: textOrNull('How the position was found; null if it was not.'),
    property_type: textOrNull('The type, as it was read.'),
    area_m2: numberOrNull('The build area, as it was read.'),
    construction_year: integerOrNull('The year of construction, or the middle of a range.'),
    sum_insured_eur: numberOrNull('The sum insured of the building, as it was read.'),
    contents_sum_insured_eur: numberOrNull('That of the contents.'),
    interruption_sum_insured_eur: numberOrNull('That of business interruption.'),
    as_new_eur: numberOrNull('The cost as new.'),
    as_is_eur: numberOrNull('The value as is.'),
    insured_ratio: numberOrNull('The sum insured divided by the cost as new.'),
    certainty: textOrNull(
      'How exactly the place is known: house, street, postal_code, town or none.',
    ),
    latitude: numberOrNull('Latitude of a certain place; null without one.'),
    longitude: numberOrNull('Longitude of a certain place; null without one.'),
    problem: text('What a person must check; empty if nothing.'),
    notes: text('What is good to know; empty if nothing.'),
    problem_codes: Type.Array(MessageBody, { description: 'The problems as data.' }),
    cells: Cells,
    corrections: Type.Record(Type.String(), Type.String(), {
      description: 'The corrected cells, by column.',
    }),
    is_waiting: yesNo('Whether its corrections have changed since the run, and wait for the next.'),
    can_be_corrected: yesNo(
      'False for a row that could not be read: it must be corrected in the file.',
    ),
  },
  { title: 'PortfolioRow' },
);
export type PortfolioRow = Static<typeof RowBody>;

const counts = {
  corrected: whole('Rows of the portfolio with corrections.'),
  waiting: whole('Rows whose corrections have changed since the run: a new run applies them.'),
};

const SumsBody = Type.Object(
  {
    sum_insured_eur: number('Sum insured of the buildings.'),
    rows_with_sum: whole('Rows with a sum insured of the building.'),
    as_new_eur: number('Cost as new.'),
    rows_with_cost: whole('Rows with a cost.'),
    compared_eur: number('Sum insured of the buildings that have a cost.'),
    underinsured_eur: number('Of it, that of buildings insured for less than 90 % of the cost.'),
    rows_to_look_at: whole('Rows that `to_look_at` leaves of them.'),
  },
  {
    title: 'PortfolioRowSums',
    description: 'The sums of all rows that the filters leave, as they were read.',
  },
);

const CellBody = Type.Object(
  {
    longitude: number('Mean of the rows of the cell.'),
    latitude: number('Mean of the rows of the cell.'),
    rows: whole('Rows that the filters leave in it.'),
  },
  { title: 'PortfolioRowCell', description: 'Rows at a place.' },
);

export const RowsBody = Type.Object(
  {
    count: whole('Rows that the filters leave, on all pages.'),
    ...counts,
    sums: SumsBody,
    cells: Type.Optional(
      Type.Array(CellBody, { description: 'Where they are, if `cells` is asked for.' }),
    ),
    rows: Type.Array(RowBody, { description: 'The page, in the order asked for.' }),
  },
  {
    title: 'PortfolioRows',
    description: 'Rows of a portfolio.',
    examples: [
      {
        count: 1,
        corrected: 1,
        waiting: 1,
        sums: {
          sum_insured_eur: 90_000,
          rows_with_sum: 1,
          as_new_eur: 0,
          rows_with_cost: 0,
          compared_eur: 0,
          underinsured_eur: 0,
          rows_to_look_at: 1,
        },
        rows: [
          {
            line: 8,
            address: 'Ερμού 8',
            reference: null,
            level: 'street',
            property_type: 'apartment',
            area_m2: null,
            construction_year: 1998,
            sum_insured_eur: 90_000,
            contents_sum_insured_eur: null,
            interruption_sum_insured_eur: null,
            as_new_eur: null,
            as_is_eur: null,
            insured_ratio: null,
            certainty: 'street',
            latitude: 37.9766,
            longitude: 23.7271,
            problem: 'build_area: expected 10 to 2000 m², got 3444',
            notes: '',
            problem_codes: [
              {
                code: 'area_not_plausible',
                field: 'build_area',
                text: 'expected 10 to 2000 m², got 3444',
                values: { area: 3444, least: 10, most: 2000, got: '3444' },
              },
            ],
            cells: { Διεύθυνση: 'Ερμού 8', 'Τ.Κ.': '10563', 'Τ.Μ.': '3444' },
            corrections: { 'Τ.Μ.': '85,5' },
            is_waiting: true,
            can_be_corrected: true,
          },
        ],
      },
    ],
  },
);
export type RowsFound = Static<typeof RowsBody>;

export const CorrectionBody = Type.Object({
  line: whole('The line of the row.', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  cells: Type.Record(
    Type.String(),
    Type.String({ maxLength: 300, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }),
    { maxProperties: 50, description: 'The corrected cells, by column.' },
  ),
});
export type RowCorrection = Static<typeof CorrectionBody>;

export const CorrectionsBody = Type.Object(
  {
    rows: Type.Array(CorrectionBody, {
      minItems: 1,
      maxItems: mostRows,
      'x-expected': `1 to ${mostRows.toLocaleString('en')} rows, each with line and cells: texts of at most 300 characters by column`,
      description:
        'The cells to use in place of those of the file, by column. They replace earlier ' +
        'corrections of the row; `{}` removes them.',
    }),
  },
  {
    title: 'PortfolioCorrections',
    additionalProperties: false,
    examples: [{ rows: [{ line: 8, cells: { 'Τ.Μ.': '85,5' } }] }],
  },
);

export const CorrectedBody = Type.Object(counts, {
  title: 'PortfolioCorrected',
  description: 'How many rows are corrected.',
  examples: [{ corrected: 1, waiting: 1 }],
});
export type Corrected = Static<typeof CorrectedBody>;
