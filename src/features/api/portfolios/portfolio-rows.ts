import { acceptedLanguage } from '#http/server/accept.ts';
import { errorResponses, responses } from '#http/server/error-answers.ts';
import { type Slots, whileInSlot } from '#http/server/slots.ts';
import type { Server } from '#http/server/typed-server.ts';
import { rejectUnknownFields } from '#http/server/validation.ts';
import { AgainBody } from '../../runs/portfolio-body.ts';
import {
  CorrectedBody,
  CorrectionBody,
  CorrectionsBody,
  RowsBody,
  RowsQuery,
} from '../../runs/row-bodies.ts';
import type { ApiParts } from '../api-parts.ts';
import {
  checkTerms,
  config,
  Described,
  Id,
  notFound,
  ownerOf,
  path,
  RepeatableHeaders,
  tags,
} from './portfolios.ts';

/** Enough for a hundred rows of long cells, with each letter escaped as `\u0391`. */
const bodyLimitBytes = 1_048_576;

/** `/api/portfolios/{id}/rows/` and `/api/portfolios/{id}/run/`: rows to look at, correct and run again. */
export function registerPortfolioRows(server: Server, parts: ApiParts, slots: Slots): void {
  const { portfolios } = parts;
  server.get(
    `${path}:id/rows/`,
    {
      config,
      schema: {
        operationId: 'portfolioRows',
        summary: 'Rows of a portfolio',
        description:
          'A page of rows, filtered and sorted: what was read, what was found, the problems, and ' +
          'the corrections. Messages are in the language of `Accept-Language`, otherwise in that of ' +
          'the portfolio. 404 until the run is done.',
        tags,
        params: Id,
        querystring: RowsQuery,
        response: responses(RowsBody, { 400: 'A parameter is not as described.', ...notFound }),
      },
    },
    (request, reply) => {
      const language = acceptedLanguage(request, reply);
      const { params, query } = request;
      return whileInSlot(slots, reply, signal =>
        portfolios.rows(ownerOf(request), params.id, query, language, signal),
      );
    },
  );
  server.patch(
    `${path}:id/rows/`,
    {
      config: { scope: 'portfolio' },
      bodyLimit: bodyLimitBytes,
      schema: {
        operationId: 'correctPortfolioRows',
        summary: 'Correct rows of a portfolio',
        description:
          'Stores cells to use in place of those of the file, all or none. They change the result ' +
          'when the portfolio is run again. A portfolio has at most 5,000 corrected ' +
          'rows, with 2 MB of cells, which count as space of the caller.',
        tags,
        params: Id,
        body: CorrectionsBody,
        response: responses(CorrectedBody, {
          400: 'A line, a column or a text is not as described.',
          413: 'The body has more than a megabyte.',
          415: 'The body is not JSON.',
          ...notFound,
        }),
      },
    },
    (request, reply) => {
      const { body, params } = request;
      rejectUnknownFields('rows', body.rows, CorrectionBody);
      return whileInSlot(slots, reply, () =>
        portfolios.correct(ownerOf(request), params.id, body.rows),
      );
    },
  );
  server.post(
    `${path}:id/run/`,
    {
      config: { scope: 'portfolio' },
      schema: {
        operationId: 'runPortfolioAgain',
        summary: 'Run a portfolio again',
        description:
          'Runs the same file again, with the corrected cells, and with other columns and terms if ' +
          'the body has some; starts one that was only read. The result is that of a file with these cells. The earlier result is removed, ' +
          'unless the request is refused. It may do what the scopes of this token allow.',
        tags,
        params: Id,
        headers: RepeatableHeaders,
        body: AgainBody,
        response: {
          202: Described,
          ...errorResponses({
            400: '`columns` or `terms` is not as described, or the file cannot be run with them.',
            413: 'The body is too large.',
            415: 'The body is not JSON.',
            ...notFound,
            422: 'The Idempotency-Key was sent before with another body.',
            404: `${notFound[404]} Or its file is not kept, because it could not be read.`,
            429: 'This portfolio waits or runs, too many of the caller do, or a quota is used up.',
          }),
        },
      },
    },
    async (request, reply) => {
      await checkTerms(parts, request.body.terms ?? {});
      const { id } = request.params;
      const status = await whileInSlot(slots, reply, () =>
        portfolios.again(ownerOf(request), id, request.body, request.headers['idempotency-key']),
      );
      return reply.code(202).send(status);
    },
  );
}
