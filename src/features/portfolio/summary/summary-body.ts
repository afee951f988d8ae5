import Type, { type Static } from 'typebox';
import { number, oneOf, optional, text, time, whole, yesNo } from '#http/openapi/wire-types.ts';
import { languages } from '#tools/notation/languages.ts';
import { exposureBases, measures } from './exposure.ts';

/** The formats of a summary. */
export const summaryFormats = ['json', 'html', 'xlsx'] as const;
export type SummaryFormat = (typeof summaryFormats)[number];

/** How exactly the place of a row is known, the most exact first; `none` is no certain place. */
export const certainties = ['house', 'street', 'postal_code', 'town', 'none'] as const;
export type Certainty = (typeof certainties)[number];

/** Why rows are left out: of everything, of the costs, and of circles and map. */
export const leftOutOf = ['not_read', 'without_cost', 'without_place'] as const;

const textOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description });

const rows = whole('How many rows they are.');
const latitude = number('Degrees north, WGS84.');
const longitude = number('Degrees east, WGS84.');
const nameGr = text('The Greek name.');
const nameEn = text('The English name.');
/** Of what is ranked by `accumulate`. */
const exposureEur = number('The exposure in euro, of what `terms.accumulate` names.');
const roughEur = number(
  'Of it, what is known less exactly than a house, or than the radius of the circle.',
);

const CoverageSum = Type.Object(
  { rows: whole('Rows with such a sum.'), sum_eur: number('Their sum in euro.') },
  { title: 'PortfolioCoverage', description: 'The sums of one coverage, or of several.' },
);

const Exposure = Type.Object(
  {
    basis: oneOf(
      exposureBases,
      '`sum_insured`: what is not insured is no exposure. `cost_as_new`: the file has no column of ' +
        'sums insured, and the cost as new of each row stands in for that of its building.',
    ),
    building: CoverageSum,
    contents: CoverageSum,
    interruption: CoverageSum,
    property: CoverageSum,
    total: CoverageSum,
  },
  {
    title: 'PortfolioExposure',
    description:
      'What is insured, by coverage. `property` is building and contents, `total` has interruption ' +
      'too.',
  },
);
export type Exposure = Static<typeof Exposure>;

const groupFields = {
  name: text('The group; empty when it is not known.'),
  rows,
  area_m2: number('Square metres of the rows that have an area.'),
  rows_with_cost: whole('Rows with a cost as new.'),
  as_new_eur: number('Their cost as new.'),
  rows_with_as_is: whole('Rows with a value as is.'),
  as_is_eur: number('Their value as is.'),
  exposure: Exposure,
  exposure_eur: exposureEur,
  exposure_rough_eur: roughEur,
  rows_without_cost: whole('Rows without a cost as new.'),
  exposure_without_cost_eur: number('Their exposure.'),
  rows_compared: whole('Rows with a sum insured of the building and a cost as new.'),
  compared_sum_insured_eur: number('Their sum insured of the building.'),
  compared_as_new_eur: number('Their cost as new.'),
};
const GroupLine = Type.Object(groupFields, {
  title: 'PortfolioGroup',
  description: 'The sums of a group of rows.',
});
export type GroupLine = Static<typeof GroupLine>;
const AsideLine = Type.Object(
  {
    ...groupFields,
    is_left_out: yesNo('Whether totals are without them.'),
  },
  { title: 'PortfolioAside', description: 'Rows that may be left out of the totals.' },
);

const LookLine = Type.Object(
  {
    line: whole('The line in the file, or the row of the sheet.'),
    reference: text('How the owner of the file names the property; may be empty.'),
    address: text('Its address.'),
    exposure_eur: exposureEur,
    reason: text('What a person should look at.'),
  },
  { title: 'PortfolioLook', description: 'A row that a person should look at.' },
);
export type LookLine = Static<typeof LookLine>;

const Circle = Type.Object(
  {
    radius_m: number('The radius in metres.'),
    line: whole('The line of the row in the centre.'),
    reference: text('The reference of that row.'),
    latitude,
    longitude,
    rows,
    exposure: Exposure,
    exposure_eur: exposureEur,
    rows_rough: whole('Rows whose position is less accurate than the radius.'),
    exposure_rough_eur: roughEur,
    lines: Type.Array(Type.Integer(), { description: 'The lines of its rows, at most 200.' }),
    largest: Type.Array(
      Type.Object(
        {
          line: whole('Its line.'),
          reference: text('Its reference; may be empty.'),
          latitude,
          longitude,
          exposure_eur: exposureEur,
        },
        { title: 'PortfolioCircleRow' },
      ),
      { description: 'The rows with the largest exposure, at most 200.' },
    ),
  },
  {
    title: 'PortfolioCircle',
    description:
      'One of the largest sums within a radius of a row. Its centre is a row, so the largest sum ' +
      'around any point may be larger: a lower bound.',
  },
);
export type Circle = Static<typeof Circle>;

const MapCell = Type.Object(
  {
    latitude: number('The mean of their positions.'),
    longitude: number('The mean of their positions.'),
    rows,
    exposure_eur: exposureEur,
    exposure_rough_eur: roughEur,
    insured_ratio: optional.number(
      'Sum insured divided by cost as new, of rows with both; absent without one.',
    ),
    rows_in_zones: Type.Optional(
      Type.Record(Type.String(), Type.Integer(), {
        description: 'Rows that are or may be in a zone, by kind; absent if there are none.',
      }),
    ),
  },
  { title: 'PortfolioCell', description: 'Rows that are drawn as one dot.' },
);
export type MapCell = Static<typeof MapCell>;

const MapCells = Type.Object(
  {
    cell_degrees: number('Width and height of a cell; 0 if each position has its own.'),
    cells: Type.Array(MapCell, { description: 'At most 1,500.' }),
  },
  { title: 'PortfolioMap', description: 'All rows with a certain place, in cells of equal size.' },
);
export type MapCells = Static<typeof MapCells>;

const ZoneTerm = Type.Object(
  {
    kind: text('The kind of zones.'),
    name_gr: nameGr,
    name_en: nameEn,
    sources: Type.Array(
      Type.Object(
        {
          source: text('The source.'),
          loaded_at: time('date-time', 'When it was loaded, in UTC.'),
          is_sample: yesNo('Whether it is sample data.'),
        },
        { title: 'PortfolioZoneSource' },
      ),
      { description: 'What is loaded of it.' },
    ),
  },
  { title: 'PortfolioZoneTerm' },
);

const Terms = Type.Object(
  {
    exposure_basis: Exposure.properties.basis,
    accumulate: oneOf(
      measures,
      'What is ranked and shown where there is one amount: all coverages by default.',
    ),
    valuation_date: time('date', 'The day of all costs, unless a row has its own.'),
    rows_with_other_date: whole('Rows with a day of their own.'),
    rates: oneOf(['prefix', 'finest'], 'Which rates were used.'),
    rate_sources: Type.Array(
      Type.Object(
        {
          source: text('The source of the rate.'),
          valid_from: time('date', 'Its first day.'),
          is_sample: yesNo('Whether it is sample data.'),
          rows,
        },
        { title: 'PortfolioRateSource' },
      ),
      { description: 'The rates that were used, the most frequent first.' },
    ),
    index: textOrNull('The index; null for none.'),
    addons: textOrNull('The set of add-ons; null for none.'),
    ageing: Type.Array(Type.String(), { description: 'The methods and tables that were used.' }),
    dataset: textOrNull('The version of the cost data; null if no row has a cost.'),
    zones: Type.Array(ZoneTerm, { description: 'The kinds of zones that got columns.' }),
    program: text('The program and its version.'),
    rows_left_out: Type.Array(
      Type.Object(
        {
          from: oneOf(leftOutOf, 'What they are left out of.'),
          rows,
          because: Type.Array(
            Type.Object(
              { kind: text('The first problem of the row.'), rows },
              { title: 'PortfolioReason' },
            ),
            { description: 'The most frequent first.' },
          ),
        },
        { title: 'PortfolioLeftOut' },
      ),
      { description: 'Rows that are missing in some figures.' },
    ),
  },
  { title: 'PortfolioTerms', description: 'On what the figures of a summary rest.' },
);
export type SummaryTerms = Static<typeof Terms>;

const shareOrNull = (description: string) =>
  Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], { description });

const Shares = Type.Object(
  {
    of: oneOf(
      ['exposure', 'rows'],
      'What the first three are shares of: the exposure, or the rows of a file without sums insured.',
    ),
    of_total: number('The exposure in euro, or the number of rows.'),
    located: shareOrNull('What has a certain position, at most 25 m off; null of nothing.'),
    costed: shareOrNull('What has a cost as new; null if no rates are loaded.'),
    in_earthquake_zone: shareOrNull(
      'What is, or may be, in an earthquake zone; null if none were looked up.',
    ),
    underinsured: shareOrNull(
      'Of `comparable_eur`, what is insured for less than 90 % of its cost as new; null if less ' +
        'than half of the sum insured of buildings can be compared.',
    ),
    underinsured_eur: number('The sum insured of these rows.'),
    comparable_eur: number('The sum insured of buildings that have a cost as new.'),
  },
  {
    title: 'PortfolioShares',
    description: 'How much of the book is known. What is not known is null, never 0.',
  },
);
export type Shares = Static<typeof Shares>;

const groups = (description: string) => Type.Array(GroupLine, { description });

/** What an underwriter needs of a portfolio. */
const sections = {
  shares: Shares,
  total: GroupLine,
  repeated: AsideLine,
  outliers: Type.Object(
    {
      ...AsideLine.properties,
      total_without: GroupLine,
      largest: Type.Array(LookLine, {
        description:
          'These rows, and plausible ones with more than a tenth of the exposure in a file of 50 ' +
          'rows or more. A person should look at each.',
      }),
    },
    {
      title: 'PortfolioOutliers',
      description:
        'Rows whose sum insured is far above the cost, or implausible for each m². `total_without` ' +
        'has neither these nor the other rows of `largest`.',
    },
  ),
  by_certainty: Type.Array(
    Type.Object(
      {
        name: oneOf(certainties, 'How exactly the place is known.'),
        rows,
        exposure_eur: exposureEur,
        share: shareOrNull('Of the exposure of all rows; null if there is none.'),
      },
      { title: 'PortfolioCertainty' },
    ),
    { description: 'From the house to no certain place, also those without rows.' },
  ),
  by_zone: groups('By the first two digits of the postal code.'),
  by_municipality: groups('By municipality.'),
  by_regional_unit: groups('By regional unit.'),
  by_property_type: groups('By property type.'),
  by_age: groups('By age in years.'),
  by_zone_class: Type.Optional(
    Type.Array(
      Type.Object(
        {
          kind: text('The kind of zones.'),
          name_gr: nameGr,
          name_en: nameEn,
          classes: groups('By what is certain and what is possible, or why there is no zone.'),
        },
        { title: 'PortfolioZoneKind' },
      ),
      { description: 'By kind of zones and class; absent if no kind got columns.' },
    ),
  ),
  by_insured_percent: groups(
    'Rows that have both, by the sum insured of the building in percent of the cost as new.',
  ),
  circles: Type.Array(Circle, {
    description: 'The largest sums within 200, 500 and 1,000 m; those of a radius do not overlap.',
  }),
  map: MapCells,
  rows_to_look_at: Type.Array(LookLine, {
    description:
      'Those of `outliers`, then rows with a problem or insured for less than half of the cost as ' +
      'new: the largest.',
  }),
  rows_to_look_at_count: whole('How many they are.'),
  not_in_oed: Type.Optional(
    Type.Object(
      { rows, list: Type.Array(LookLine, { description: 'The largest of them, at most 10,000.' }) },
      {
        title: 'PortfolioNotInOed',
        description:
          'Rows that the location file lacks, because a sum cannot be read, the row was not read, or ' +
          'it is in no total; absent for other formats.',
      },
    ),
  ),
  rows_without_place: Type.Object(
    {
      rows,
      exposure_eur: exposureEur,
      largest: Type.Array(LookLine, { description: 'The largest of them, at most 200.' }),
    },
    { title: 'PortfolioUnplaced', description: 'Rows in no circle and on no map.' },
  ),
};

const Kind = Type.Object(
  {
    kind: text('What their messages have in common.'),
    code: text('The code of the message.'),
    field: optional.text('What it is about; absent for the row itself.'),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'The values of the first.' }),
    ),
    rows,
    exposure_eur: exposureEur,
    example: text('The first of these messages.'),
  },
  { title: 'PortfolioKind', description: 'The rows with one kind of message.' },
);
export type KindCount = Static<typeof Kind>;

const counts = {
  terms: Terms,
  input: text('The file.'),
  output: text('The result.'),
  date: time('date', 'The day in Athens for which the costs were computed.'),
  language: oneOf(languages, 'The language of its messages.'),
  rows: whole('Rows of the file.'),
  buildings: whole('Rows with one reference, or with one address and year, count once.'),
  seconds: number('The time that the run took.'),
  columns: Type.Record(Type.String(), Type.String(), {
    description: 'The column that was used for each field.',
  }),
  notes: Type.Array(Type.String(), { description: 'Notes on the whole file.' }),
  with_position: whole('Rows with a position.'),
  with_parcel: whole('Rows with a parcel.'),
  with_cost: whole('Rows with a cost.'),
  with_problems: whole('Rows with at least one problem.'),
  levels: Type.Record(Type.String(), Type.Integer(), {
    description: 'Rows by how their position was found, the most exact first.',
  }),
  rows_at_shared_point: whole(
    'Rows of which only the street, postal code or area is known: they share its point.',
  ),
  problems: Type.Array(Kind, { description: 'Problems of rows, the most frequent first.' }),
  row_notes: Type.Array(Kind, { description: 'Notes on rows, the most frequent first.' }),
};

/** The summary of a run: `--summary` writes it, and every form of it shows this. */
export const SummaryBody = Type.Object(
  { ...counts, ...sections },
  { title: 'PortfolioSummary', description: 'What a portfolio has in sum, and on what it rests.' },
);
export type Summary = Static<typeof SummaryBody>;

/** The sections, which need all rows. */
export type Sections = Pick<Summary, keyof typeof sections>;
