import { finished, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { checkCostTerms } from '#domain/property/cost/terms.ts';
import { optional, text } from '#http/openapi/wire-types.ts';
import { acceptedLanguage } from '#http/server/accept.ts';
import { errorResponses, responses, unavailable } from '#http/server/error-answers.ts';
import { isDraining } from '#http/server/lifecycle.ts';
import { openSlots, type Slots, subjectOf, whileInSlot } from '#http/server/slots.ts';
import { whileArriving } from '#http/server/slow-clients.ts';
import type { Server } from '#http/server/typed-server.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { invalid, KtimaError } from '#tools/errors.ts';
import { kindsIn, type PortfolioOptions, PortfolioQuery } from '../../portfolio/run-options.ts';
import {
  SummaryBody,
  type SummaryFormat,
  summaryFormats,
} from '../../portfolio/summary/summary-body.ts';
import { summaryExample } from '../../portfolio/summary/summary-example.ts';
import { zoneKindsOf } from '../../report/zones-section.ts';
import {
  OwnBody,
  PortfolioBody,
  type PortfolioCaller,
  type PortfolioRuns,
  type PortfolioStatus,
  type RunFile,
} from '../../runs/portfolio-body.ts';
import type { ApiParts } from '../api-parts.ts';
import { termsOf } from '../cost/cost-query.ts';

export const path = '/api/portfolios/';
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Media types of a file. What it is shows in its content. */
const accepted = ['text/csv', xlsx, 'application/octet-stream'];

const mediaTypes: Readonly<Record<PortfolioStatus['format'] | SummaryFormat, string>> = {
  // Its encoding is that of the file that was sent.
  csv: 'text/csv',
  xlsx,
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  oed: 'text/csv; charset=utf-8',
  json: 'application/json',
  html: 'text/html; charset=utf-8',
};

const exampleId = '0123456789abcdef0123456789abcdef';

/** The last look at a state takes a moment too. */
const lookMs = 300;
/** How much longer than asked a request may wait, for a slow database. */
const lateMs = 10_000;

/** Opens the slots for queries of the runs: a search is many short statements, which take turns. */
export function openQuerySlots(): Slots {
  return openSlots({ slots: 4, slotsOfOne: 2, queue: 200 }, 'requests for portfolios');
}

/** A download has its slot until its client has read it. */
const downloads = { slots: 60, slotsOfOne: 4, queue: 60, queueOfOne: 8 };

/** The id in the path. */
export const Id = Type.Object({
  id: text('Id of a portfolio of the caller.', {
    minLength: 1,
    maxLength: 100,
    examples: [exampleId],
  }),
});

/** Retries of a request, after which it is not known whether it arrived, are one run. */
/** Of a request that may be sent again. */
export const RepeatableHeaders = Type.Object({
  'idempotency-key': optional.text(
    'A key of the client for this request. A repeated one with the same key, file and ' +
      'parameters gets the first run; with others it is refused. It is kept as long as the run.',
    {
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]*$',
      'x-expected': '1 to 255 visible ASCII characters',
      examples: ['2026-11-book'],
    },
  ),
});

const StateQuery = Type.Object({
  wait: optional.whole(
    'Seconds to wait for another state. The response comes when `state` has changed, at once if ' +
      'the run has ended, and at the latest after these seconds.',
    {
      minimum: 0,
      maximum: 30,
      default: 0,
      'x-expected': 'whole seconds from 0 to 30',
      examples: [30],
    },
  ),
});

const SummaryQuery = Type.Object({
  format: optional.oneOf(summaryFormats, 'JSON, an HTML page or a workbook.', { default: 'json' }),
});

const example: PortfolioStatus = {
  id: exampleId,
  name: 'book.csv',
  state: 'done',
  created_at: '2026-11-15T09:00:00.000Z',
  finished_at: '2026-11-15T09:00:07.000Z',
  expires_at: '2026-11-16T09:00:07.000Z',
  format: 'csv',
  bytes: 1_204,
  waiting_before: null,
  rows: 20,
  progress: 1,
  header: ['Διεύθυνση', 'Τ.Κ.', 'Τ.Μ.'],
  samples: [['Ερμού 8', 'Σταδίου 10'], ['10563'], ['85,5', '120']],
  rows_in_file: 20,
  columns: { address: 'Διεύθυνση', postal_code: 'Τ.Κ.', build_area: 'Τ.Μ.' },
  unclear_columns: [],
  unclear_types: [],
  notes: [],
  with_position: 20,
  with_parcel: 4,
  with_cost: 18,
  with_problems: 2,
  error: null,
  error_code: null,
  language: 'en',
};

const { id, name, state, created_at, finished_at, expires_at, bytes, rows } = example;

const Portfolios = Type.Object(OwnBody.properties, {
  ...OwnBody,
  examples: [
    {
      portfolios: [{ id, name, state, created_at, finished_at, expires_at, bytes, rows }],
      space: { used_bytes: 61_204, limit_bytes: 1_000_000_000 },
    },
  ],
});

export const notFound = {
  404: 'No portfolio of the caller has this id, or it has expired.',
  503: unavailable('The database of portfolios, or the keys to check tokens,'),
};
export const tags = ['Portfolios'];
export const config = { scope: 'portfolio', cache: 'no-store' } as const;

/** A portfolio with the example, as the body of a response. */
export const Described = Type.Object(PortfolioBody.properties, {
  ...PortfolioBody,
  examples: [example],
});

/** Of a file that is to be saved. */
const saved = { 'Content-Disposition': { type: 'string' } };

/** A file as the body of a request or of a response. */
function fileBody(title: string, types: readonly string[], description: string) {
  const schema = { title, type: 'string', format: 'binary', description, examples: ['(bytes)'] };
  return { content: Object.fromEntries(types.map(type => [type, { schema }])) };
}

/** `/api/portfolios/`: files of many properties, each with a run in the background. */
export function registerPortfolios(server: Server, parts: ApiParts, slots: Slots): void {
  const { portfolios } = parts;
  registerUpload(server, parts);
  registerStates(server, portfolios, slots);
  registerFiles(server, portfolios, slots);
}

function registerUpload(server: Server, parts: ApiParts): void {
  const { portfolios } = parts;
  // In a context of its own, so that other operations refuse these media types.
  server.register(async (own: Server) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser(accepted, (_request: FastifyRequest, payload: Readable, done) =>
      done(null, payload),
    );
    own.post(
      path,
      {
        config: { scope: 'portfolio' },
        schema: {
          operationId: 'sendPortfolio',
          summary: 'Send a portfolio',
          description:
            'Stores a CSV file or an XLSX workbook with one property a row, and runs it in the ' +
            'background with the code of `ktima enrich`: position, parcel, cost and places for ' +
            'each row. Files of one caller wait for each other. `GET /api/portfolios/{id}/` shows how the ' +
            'columns were understood; to correct that, run it again with other `columns`. The file must not be compressed. Its run and its result are for the caller ' +
            'only, and are removed a day after the run, or as the operator has set.',
          tags,
          consumes: [...accepted],
          headers: RepeatableHeaders,
          querystring: PortfolioQuery,
          body: fileBody('PortfolioFile', accepted, 'The bytes of the file.'),
          response: {
            202: { ...Described, headers: { Location: { type: 'string' } } },
            ...errorResponses({
              400: 'A parameter is not as described, or the body is empty.',
              413: 'The file is larger than the operator allows; 50 MB by default.',
              415: 'The media type is another one.',
              422: 'The Idempotency-Key was sent before with another file or other parameters.',
              429: 'Too many portfolios of the caller wait, or are kept.',
              503: unavailable('The database of portfolios, or the keys to check tokens,'),
            }),
          },
        },
      },
      async (request, reply) => {
        const { raw, query, headers } = request;
        try {
          const length = lengthOf(headers['content-length'], portfolios.mostBytes);
          await checkTerms(parts, query);
          const owner = ownerOf(request);
          const language = query.language ?? acceptedLanguage(request, reply);
          const options = language ? { ...query, language } : query;
          // A request without a length and a media type has none.
          const body = (request.body as Readable | undefined) ?? Readable.from([]);
          const status = await whileArriving(raw.socket, () =>
            portfolios.start(owner, options, body, { key: headers['idempotency-key'], length }),
          );
          return reply.code(202).header('location', `${path}${status.id}/`).send(status);
        } catch (error) {
          // The rest of the file is not read.
          if (!raw.complete) reply.header('connection', 'close');
          throw error;
        }
      },
    );
  });
}

function registerStates(server: Server, portfolios: PortfolioRuns, slots: Slots): void {
  server.get(
    path,
    {
      config,
      schema: {
        operationId: 'portfolios',
        summary: 'Own portfolios',
        description: 'Lists the portfolios that the caller has sent and that have not expired.',
        tags,
        response: responses(Portfolios, { 503: notFound[503] }),
      },
    },
    (request, reply) => whileInSlot(slots, reply, () => portfolios.list(ownerOf(request))),
  );
  server.get(
    `${path}:id/`,
    {
      config,
      schema: {
        operationId: 'portfolio',
        summary: 'State of a portfolio',
        description:
          'State and progress of a run, how the columns of the file were understood, and the counts ' +
          'at its end. Ask again once a second or less often, or let the service `wait`.',
        tags,
        params: Id,
        querystring: StateQuery,
        response: responses(Described, { 400: '`wait` is not as described.', ...notFound }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const waitMs = 1_000 * (request.query.wait ?? 0);
      const find = () => whileInSlot(slots, reply, () => portfolios.find(ownerOf(request), id));
      const found = await find();
      if (waitMs === 0 || !isOpen(found)) return found;
      const until = performance.now() + waitMs - lookMs;
      // A service that stops must not wait for its clients.
      const isOver = () => performance.now() >= until || isDraining(server.server);
      const wait = (signal: AbortSignal) => portfolios.waitForChange(found, isOver, signal);
      await whileWanted(reply, wait, waitMs + lateMs);
      return find();
    },
  );
  server.delete(
    `${path}:id/`,
    {
      config: { scope: 'portfolio' },
      schema: {
        operationId: 'deletePortfolio',
        summary: 'Cancel and remove a portfolio',
        description: 'Stops the run, if it waits or runs, and removes the file and the result.',
        tags,
        params: Id,
        response: {
          204: { description: 'It is removed.', type: 'null' },
          ...errorResponses(notFound),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await whileInSlot(slots, reply, () => portfolios.remove(ownerOf(request), id));
      return reply.code(204).send();
    },
  );
}

function registerFiles(server: Server, portfolios: PortfolioRuns, slots: Slots): void {
  const downloading = openSlots(downloads, 'downloads');
  const enterDownload = async (reply: FastifyReply) => {
    const subject = subjectOf(reply.request);
    const leave = await whileWanted(reply, signal => downloading.enter(subject, signal));
    finished(reply.raw, leave);
  };
  const results = (['csv', 'xlsx', 'ndjson', 'geojson'] as const).map(one => mediaTypes[one]);
  server.get(
    `${path}:id/result/`,
    {
      config,
      schema: {
        operationId: 'portfolioResult',
        summary: 'Result of a portfolio',
        description:
          'The file with the added columns, in the `format` that was chosen when it was sent. 404 ' +
          'until the run is done.',
        tags,
        params: Id,
        response: responses(
          { ...fileBody('PortfolioResult', results, 'The enriched file.'), headers: saved },
          notFound,
        ),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      await enterDownload(reply);
      const open = () => portfolios.result(ownerOf(request), id);
      const file = await whileInSlot(slots, reply, open);
      return sendFile(reply, file, file.format, 'result');
    },
  );
  server.get(
    `${path}:id/summary/`,
    {
      config,
      schema: {
        operationId: 'portfolioSummary',
        summary: 'Summary of a portfolio',
        description:
          'Counts, sums by zone, municipality and type, the largest sums within 200, 500 and 1,000 ' +
          'metres, and rows to look at: the file of `ktima enrich --summary`. 404 until the run is ' +
          'done.',
        tags,
        params: Id,
        querystring: SummaryQuery,
        response: responses(
          {
            description: 'The summary.',
            headers: saved,
            content: {
              [mediaTypes.json]: { schema: SummaryBody, example: summaryExample },
              ...fileBody('PortfolioSummaryFile', ['text/html', xlsx], 'The summary.').content,
            },
          },
          {
            400: '`format` is not as described.',
            406: 'The file has no HTML: the service makes none.',
            ...notFound,
          },
        ),
      },
    },
    async (request, reply) => {
      const { format = 'json' } = request.query;
      const { id } = request.params;
      await enterDownload(reply);
      const open = () => portfolios.summary(ownerOf(request), id, format);
      const file = await whileInSlot(slots, reply, open);
      return sendFile(reply, file, format, 'summary');
    },
  );
}

/** Throws INVALID_INPUT if the cost data lack a term, or a kind of zones is not known. */
export async function checkTerms(parts: ApiParts, query: PortfolioOptions): Promise<void> {
  checkCostTerms(parts.edition().costs, termsOf(query), dateInAthens(parts.clock()));
  const kinds = kindsIn(query);
  if (typeof kinds === 'boolean') return;
  const { known } = await zoneKindsOf(parts);
  const unknown = kinds.find(kind => !known.has(kind));
  if (unknown === undefined) return;
  const expected = `true, false, or some of ${[...known.keys()].join(', ')}`;
  throw invalid('zones', `${expected}; got ${unknown.slice(0, 40)}`);
}

/** The owner of what a caller sends. A token that names nobody could be anybody's. */
export function ownerOf({ caller }: FastifyRequest): PortfolioCaller {
  if (caller?.subject) return caller;
  throw new KtimaError('FORBIDDEN', 'portfolios need a token with a subject (sub)');
}

function lengthOf(contentLength: string | undefined, mostBytes: number): number | undefined {
  if (contentLength === undefined) return undefined;
  if (Number(contentLength) <= mostBytes) return Number(contentLength);
  const most = mostBytes.toLocaleString('en');
  throw new KtimaError('PAYLOAD_TOO_LARGE', `request body: expected at most ${most} bytes`);
}

function isOpen({ state }: PortfolioStatus): boolean {
  return state === 'queued' || state === 'running';
}

/** Sends a file to be saved. It has text of a client, so a browser must not show it as a page. */
function sendFile(
  reply: FastifyReply,
  { content, bytes }: RunFile,
  format: PortfolioStatus['format'] | SummaryFormat,
  name: string,
): FastifyReply {
  return reply
    .headers({
      'content-type': mediaTypes[format],
      'content-length': bytes,
      'content-disposition': `attachment; filename="${name}.${format === 'oed' ? 'csv' : format}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox",
    })
    .send(content);
}
