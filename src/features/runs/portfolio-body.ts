import type { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import { placeTypes } from '#domain/property/place-types.ts';
import { mostInsuredRatio } from '#domain/property/plausible.ts';
import { integerOrNull, textOrNull, timeOrNull } from '#http/openapi/nullable.ts';
import type { Caller } from '#http/tokens/bearer.ts';
import { type Language, languages } from '#tools/notation/languages.ts';
import { measures } from '../portfolio/summary/exposure.ts';
import type { SummaryFormat } from '../portfolio/summary/summary-body.ts';
import { costTerms } from '../report/cost-terms.ts';
import type { Corrected, RowCorrection, RowsFound, RowsQuery } from './row-bodies.ts';

/** The formats of a result. */
export const resultFormats = ['csv', 'xlsx', 'ndjson', 'geojson', 'oed'] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** How the cost of all rows is stated; cells of a row take precedence. */
const { valuation_date, dataset, rates, index, addons, ageing } = costTerms;

/** The options of a run. They are those of `ktima enrich`. */
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
      Type.Enum([...resultFormats], {
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
      Type.Enum(['comma', 'point'], {
        type: 'string',
        description: 'Decimal sign of numbers that can be read in two ways.',
      }),
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
          'Kinds of zones to add, with commas between them: the token needs the scope `zones` too. ' +
          '`true` adds the loaded ones, not for a token without that scope; `false` adds none.',
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
      Type.Boolean({
        description:
          'Whether a result in CSV starts with a byte order mark; by default as the file.',
      }),
    ),
    decimal_comma: Type.Optional(
      Type.Boolean({
        description:
          'Whether added numbers of a result in CSV have a decimal comma; by default as the file.',
      }),
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
      Type.Enum([...languages], {
        type: 'string',
        description:
          'Language of the messages in the result and the summary. Without it `Accept-Language` ' +
          'decides, otherwise it is English.',
      }),
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

const { name: _, start: __, columns: ___, language: ____, ...terms } = PortfolioQuery.properties;

export const AgainBody = Type.Object(
  {
    terms: Type.Optional(
      Type.Object(terms, {
        additionalProperties: false,
        description:
          'Options of the run, by the names of the parameters with which a portfolio is sent, in ' +
          'place of the earlier ones. Those that are absent stay.',
      }),
    ),
    columns: Type.Optional(
      Type.Record(
        Type.String({ maxLength: 100 }),
        Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1_000 }),
        {
          maxProperties: 50,
          'x-expected': 'an object of fields and names of columns, or null to leave a field out',
          description:
            'Columns by field, in place of those of the earlier run; null leaves a field out. ' +
            'Absent to keep them.',
        },
      ),
    ),
  },
  {
    title: 'PortfolioAgain',
    additionalProperties: false,
    examples: [{ columns: { address: 'Διεύθυνση', build_area: null } }],
  },
);
export type AgainOptions = Static<typeof AgainBody>;

/** The kinds of zones that are named; true for the loaded ones, false for none. */
export function kindsIn({ zones = 'true' }: Pick<PortfolioOptions, 'zones'>): string[] | boolean {
  // A run that an earlier version has stored has a boolean.
  const text = String(zones);
  return text === 'true' || text === 'false' ? text === 'true' : text.split(',');
}

/** What a list of portfolios shows. */
const listed = {
  id: Type.String({ description: 'Id of the run: 32 hexadecimal digits.' }),
  name: Type.String({ description: 'Name of the file.' }),
  state: Type.Enum(['queued', 'running', 'read', 'done', 'failed'], {
    type: 'string',
    description:
      '`done` has a result and a summary, `failed` an `error`; `read` waits to be started.',
  }),
  created_at: Type.String({
    format: 'date-time',
    description: 'When the file had arrived, in UTC.',
  }),
  finished_at: timeOrNull('date-time', 'When the run ended, in UTC; null before.'),
  expires_at: timeOrNull('date-time', 'When the run is removed, in UTC; null before its end.'),
  bytes: Type.Integer({ description: 'Size of the file that was sent, in bytes.' }),
  rows: Type.Integer({ description: 'Rows written so far.' }),
};

export const ListedBody = Type.Object(listed, {
  title: 'ListedPortfolio',
  description: 'A portfolio in a list.',
});
export type ListedPortfolio = Static<typeof ListedBody>;

export const PortfolioBody = Type.Object(
  {
    ...listed,
    format: Type.Enum([...resultFormats], { type: 'string', description: 'Format of the result.' }),
    waiting_before: integerOrNull(
      'Files that wait and came before it; null if it does not wait, or was just sent.',
    ),
    progress: Type.Number({ description: 'Share of the file that is done, 0 to 1.' }),
    header: Type.Array(Type.String(), {
      description: 'The columns of the file; empty until they are read.',
    }),
    samples: Type.Array(Type.Array(Type.String()), {
      description:
        'At most three values of each column, in the order of `header`, cut after 60 characters.',
    }),
    rows_in_file: integerOrNull('Rows of the file; null until they are counted.'),
    columns: Type.Record(Type.String(), Type.String(), {
      description: 'The column that is used for each field; empty until they are read.',
    }),
    unclear_sums: Type.Array(Type.String(), {
      description:
        'Columns that may be sums insured, in a file that has none. A run needs the answer: such a ' +
        'column in `columns`, or null for `sum_insured` to go without.',
    }),
    notes: Type.Array(Type.String(), { description: 'Notes on the whole file, at the end.' }),
    with_position: integerOrNull('Rows with a position; null before the end.'),
    with_parcel: integerOrNull('Rows with a parcel; null before the end.'),
    with_cost: integerOrNull('Rows with a cost; null before the end.'),
    with_problems: integerOrNull('Rows with at least one problem; null before the end.'),
    error: textOrNull('Why the run failed; null if it did not.'),
    error_code: textOrNull(
      'The same as a code, such as `SUMS_UNCLEAR`; null if it did not fail, or for an error of the service.',
    ),
    language: Type.Enum([...languages], {
      type: 'string',
      description: 'Language of the messages in the result, the summary and `notes`.',
    }),
  },
  { title: 'Portfolio', description: 'A portfolio that was sent, and its run.' },
);
export type PortfolioStatus = Static<typeof PortfolioBody>;

export const OwnBody = Type.Object(
  {
    portfolios: Type.Array(ListedBody, { description: 'Newest first.' }),
    space: Type.Object(
      {
        used_bytes: Type.Integer({ description: 'Bytes of all files, results and rows.' }),
        limit_bytes: Type.Integer({ description: 'Bytes that they may have.' }),
      },
      { title: 'PortfolioSpace', description: 'What the portfolios of the caller use.' },
    ),
  },
  { title: 'Portfolios', description: 'The portfolios of the caller.' },
);
export type OwnPortfolios = Static<typeof OwnBody>;

/** A file of a run that can be read. */
export interface RunFile {
  readonly content: Readable;
  readonly bytes: number;
}

/** A caller whose token has a subject. */
export type PortfolioCaller = Caller;

/** What a request says about its file. */
export interface Upload {
  /** The key that makes a repeated request the same run. */
  readonly key?: string | undefined;
  /** The size in bytes, if the client sent it. */
  readonly length?: number | undefined;
}

/** The runs of portfolios. An owner sees its own runs only; `NOT_FOUND` for all others. */
export interface PortfolioRuns {
  readonly mostBytes: number;
  /** Stores the file and queues its run, which may do what the scopes of the caller allow. */
  start(
    caller: PortfolioCaller,
    options: PortfolioOptions,
    body: Readable,
    upload: Upload,
  ): Promise<PortfolioStatus>;
  /** The runs of an owner, newest first, and the space that they use. */
  list(caller: PortfolioCaller): Promise<OwnPortfolios>;
  find(caller: PortfolioCaller, id: string): Promise<PortfolioStatus>;
  /** Waits until the state of a run has changed, while it waits or runs and `isOver` is false. */
  waitForChange(
    run: Pick<PortfolioStatus, 'id' | 'state'>,
    isOver: () => boolean,
    signal: AbortSignal,
  ): Promise<void>;
  result(caller: PortfolioCaller, id: string): Promise<RunFile & { readonly format: ResultFormat }>;
  summary(caller: PortfolioCaller, id: string, format: SummaryFormat): Promise<RunFile>;
  /** A page of the rows of a run that is done; messages are in the language of the run if no other is asked for. */
  rows(
    caller: PortfolioCaller,
    id: string,
    query: RowsQuery,
    language: Language | undefined,
    signal: AbortSignal,
  ): Promise<RowsFound>;
  /** Stores corrections of rows for the next run. */
  correct(caller: PortfolioCaller, id: string, rows: readonly RowCorrection[]): Promise<Corrected>;
  /** Queues another run of the same file, with the corrections. */
  again(caller: PortfolioCaller, id: string, options: AgainOptions): Promise<PortfolioStatus>;
  /** Stops a run and removes its files. */
  remove(caller: PortfolioCaller, id: string): Promise<void>;
}
