import type { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import {
  integerOrNull,
  number,
  oneOf,
  text,
  textOrNull,
  time,
  timeOrNull,
  whole,
} from '#http/openapi/wire-types.ts';
import type { Caller } from '#http/tokens/bearer.ts';
import { type Language, languages } from '#tools/notation/languages.ts';
import { type Format, formats } from '../portfolio/output/output-formats.ts';
import { type PortfolioOptions, PortfolioQuery } from '../portfolio/run-options.ts';
import type { SummaryFormat } from '../portfolio/summary/summary-body.ts';
import type { Corrected, RowCorrection, RowsFound, RowsQuery } from './row-bodies.ts';

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

/** What a list of portfolios shows. */
const listed = {
  id: text('Id of the run: 32 hexadecimal digits.'),
  name: text('Name of the file.'),
  state: oneOf(
    ['queued', 'running', 'read', 'done', 'failed'],
    '`done` has a result and a summary, `failed` an `error`; `read` waits to be started.',
  ),
  created_at: time('date-time', 'When the file had arrived, in UTC.'),
  finished_at: timeOrNull('date-time', 'When the run ended, in UTC; null before.'),
  expires_at: timeOrNull('date-time', 'When the run is removed, in UTC; null before its end.'),
  bytes: whole('Size of the file that was sent, in bytes.'),
  rows: whole('Rows written so far.'),
};

export const ListedBody = Type.Object(listed, {
  title: 'ListedPortfolio',
  description: 'A portfolio in a list.',
});
export type ListedPortfolio = Static<typeof ListedBody>;

export const PortfolioBody = Type.Object(
  {
    ...listed,
    format: oneOf(formats, 'Format of the result.'),
    waiting_before: integerOrNull(
      'Files that wait and came before it; null if it does not wait, or was just sent.',
    ),
    progress: number('Share of the file that is done, 0 to 1.'),
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
    unclear_columns: Type.Array(
      Type.Object(
        {
          field: text('The field that the run lacks.'),
          column: text('A column that seems to have it.'),
        },
        { title: 'PortfolioUnclearColumn' },
      ),
      {
        description:
          'Columns that seem to have what the run lacks, by name or values, and those of which nothing ' +
          'shows which is meant; the likely one of each field first. A run needs the answer: such a ' +
          'column in `columns`, or null for its field to go without.',
      },
    ),
    unclear_types: Type.Array(
      Type.Object(
        {
          word: text('The word.'),
          types: Type.Array(Type.String(), { description: 'The types that it may mean.' }),
          rows: whole('Rows that have it; they get no cost.'),
        },
        { title: 'PortfolioUnclearType' },
      ),
      {
        description:
          'Words for property types that have several meanings. `type_words` decides each for all rows.',
      },
    ),
    notes: Type.Array(Type.String(), { description: 'Notes on the whole file, at the end.' }),
    with_position: integerOrNull('Rows with a position; null before the end.'),
    with_parcel: integerOrNull('Rows with a parcel; null before the end.'),
    with_cost: integerOrNull('Rows with a cost; null before the end.'),
    with_problems: integerOrNull('Rows with at least one problem; null before the end.'),
    error: textOrNull('Why the run failed; null if it did not.'),
    error_code: textOrNull(
      'The same as a code, such as `unclear_columns`; null if it did not fail.',
    ),
    language: oneOf(languages, 'Language of the messages in the result, the summary and `notes`.'),
  },
  { title: 'Portfolio', description: 'A portfolio that was sent, and its run.' },
);
export type PortfolioStatus = Static<typeof PortfolioBody>;

export const OwnBody = Type.Object(
  {
    portfolios: Type.Array(ListedBody, { description: 'Newest first.' }),
    space: Type.Object(
      {
        used_bytes: whole('Bytes of all files, results and rows.'),
        limit_bytes: whole('Bytes that they may have.'),
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
  result(caller: PortfolioCaller, id: string): Promise<RunFile & { readonly format: Format }>;
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
  again(
    caller: PortfolioCaller,
    id: string,
    options: AgainOptions,
    key?: string,
  ): Promise<PortfolioStatus>;
  /** Stops a run and removes its files. */
  remove(caller: PortfolioCaller, id: string): Promise<void>;
}
