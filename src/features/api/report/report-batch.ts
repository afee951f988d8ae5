import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { batchBudget, mostCandidates } from '#domain/geocoder/score/budget.ts';
import { optional, orNull } from '#http/openapi/wire-types.ts';
import { errorResponses, unavailable } from '#http/server/error-answers.ts';
import { sendJson } from '#http/server/send-json.ts';
import { openSlots, whileInSlot } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import { rejectUnknownFields } from '#http/server/validation.ts';
import { takeTurn } from '#http/server/while-wanted.ts';
import { KtimaError } from '#tools/errors.ts';
import type { Sentence } from '#tools/notation/sentences.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import {
  batchErrors,
  checkOutline,
  EntryFailure,
  entryReader,
  mostEntries,
  orFailure,
  Reference,
  referenceOf,
  requestsOf,
  SentReference,
} from '../batch-entries.ts';
import { reportBasis, reportOn, reportValidator } from './property-report.ts';
import { missingSection, ReportBody, ReportQuery } from './report-body.ts';
import { reportExample } from './report-example.ts';

/** A request of a report as JSON. */
export const Entry = Type.Object(
  { ...ReportQuery.properties, reference: Reference },
  { title: 'ReportRequest', additionalProperties: false },
);

const Body = Type.Object(
  {
    requests: requestsOf(Entry),
    neighbourhood: optional.yesNo(
      'With `false` reports have no nearby places, which are most of their bytes.',
      { default: true },
    ),
  },
  {
    title: 'ReportBatch',
    additionalProperties: false,
    examples: [
      {
        requests: [{ reference: '17', kaek_code: '050099901001' }, { kaek_code: '050099999999' }],
        neighbourhood: false,
      },
    ],
  },
);

const notAskedFor: Sentence = { code: 'not_asked_for' };

const exampleInBatch = {
  ...reportExample,
  query: {
    ...reportExample.query,
    property_type: null,
    build_area: null,
    construction_year: null,
  },
  cost: null,
  neighbourhood: null,
  missing: [
    missingSection('cost', { code: 'building_missing' }),
    missingSection('neighbourhood', notAskedFor),
  ],
};

const Answer = Type.Object(
  {
    answers: Type.Array(
      Type.Object(
        {
          reference: SentReference,
          report: orNull(ReportBody, 'The report; null if there is none.'),
          failure: EntryFailure,
        },
        { title: 'ReportBatchEntry' },
      ),
      { description: 'One for each request, in order.' },
    ),
  },
  {
    title: 'ReportBatchAnswer',
    description: 'The reports.',
    examples: [
      {
        answers: [
          { reference: '17', report: exampleInBatch, failure: null },
          {
            reference: null,
            report: null,
            failure: { error: 404, message: 'kaek_code: no parcel 050099999999 is loaded' },
          },
        ],
      },
    ],
  },
);

/** Enough for the longest addresses, with each letter escaped as `\u0391`. */
const bodyLimitBytes = 262_144;
/** A report of a dense town has up to half a megabyte of places. */
const mostBytes = 16 * 2 ** 20;

/** As many batches at once as of addresses: each entry is a small step between other requests. */
const limits = { slots: 2, queue: 50 };

/** `POST /api/property-report/batch/` */
export function registerReportBatch(server: Server, parts: ApiParts): void {
  const slots = openSlots(limits, 'batches');
  const read = entryReader(Entry, reportValidator(parts));
  server.post(
    '/api/property-report/batch/',
    {
      config: { scope: 'report', entries: 'requests' },
      bodyLimit: bodyLimitBytes,
      validatorCompiler: checkOutline(Body, 'requests'),
      schema: {
        operationId: 'propertyReportBatch',
        summary: 'Report on many properties',
        description:
          `Makes up to ${mostEntries} reports, in the order of the request. Each entry has the ` +
          'parameters of `property-report`, numbers as JSON numbers, and gets its report, or in ' +
          '`failure` its error with the status. The status of the batch is 200 nevertheless. All ' +
          `reports of a batch together may have ${mostBytes / 2 ** 20} MB and their addresses ` +
          `${mostCandidates.batch.toLocaleString('en')} candidates. An entry beyond that has a ` +
          'failure with the status 503: send it again in another batch.',
        tags: ['Property'],
        body: Body,
        response: {
          200: Answer,
          ...batchErrors,
          ...errorResponses({ 503: unavailable('The database, or the keys to check tokens,') }),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      rejectUnknownFields('requests', body.requests, Entry);
      const json = await whileInSlot(slots, reply, signal =>
        answerAll(parts, request, body, read, signal),
      );
      return sendJson(reply, json);
    },
  );
}

/** The response as JSON, from one version of all data. */
async function answerAll(
  parts: ApiParts,
  request: FastifyRequest,
  { requests, neighbourhood = true }: Static<typeof Body>,
  read: (entry: unknown) => Static<typeof Entry>,
  signal: AbortSignal,
): Promise<Buffer> {
  signal.throwIfAborted();
  const { store, edition } = dataUntil(signal, parts);
  const sources = await store.loadedSources();
  const data = {
    store: { ...store, loadedSources: async () => sources },
    edition,
    budget: batchBudget(),
  };
  const basis = reportBasis(parts, data, request.caller?.scopes, signal);
  const wanted = neighbourhood ? basis : { ...basis, noPlaces: notAskedFor };
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const [i, entry] of requests.entries()) {
    const { found, failure } = await orFailure(request, () => {
      if (bytes > mostBytes) throw tooManyBytes();
      return reportOn(wanted, read(entry));
    });
    const piece = Buffer.concat([
      Buffer.from(
        `${i > 0 ? ',' : ''}{"reference":${JSON.stringify(referenceOf(entry))},"report":`,
      ),
      found ?? Buffer.from('null'),
      Buffer.from(`,"failure":${JSON.stringify(failure)}}`),
    ]);
    bytes += piece.length;
    pieces.push(piece);
    await takeTurn(signal);
  }
  return Buffer.concat([Buffer.from('{"answers":['), ...pieces, Buffer.from(']}')]);
}

function tooManyBytes(): KtimaError {
  const message =
    `not looked up, because the reports before it have ${mostBytes / 2 ** 20} MB; ` +
    'send it again in another batch';
  return new KtimaError('BATCH_FULL', message);
}
