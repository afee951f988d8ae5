import Type, { type Static } from 'typebox';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { optional, orNull, text } from '#http/openapi/wire-types.ts';
import { responses } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { rejectUnknownFields } from '#http/server/validation.ts';
import { costOf } from '../../report/cost-section.ts';
import { costTerms } from '../../report/cost-terms.ts';
import type { ApiParts } from '../api-parts.ts';
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
import { costPostalCode } from '../shared-schemas.ts';
import { CostBody, costBody, explainedCost } from './cost-answer.ts';
import { building, costValidator, termsOf } from './cost-query.ts';

const Query = Type.Object({
  postal_code: text(
    'Full postal code. The cost depends on its first two digits only, except with `rates=finest`.',
    { ...costPostalCode, examples: ['10563'] },
  ),
  ...building,
  explain: optional.yesNo('With `true` the response has the calculation in `basis`.'),
  ...costTerms,
});

/** `GET /api/reconstruction-cost/` */
export function registerReconstructionCost(server: Server, parts: ApiParts): void {
  server.get(
    '/api/reconstruction-cost/',
    {
      validatorCompiler: costValidator(parts),
      schema: {
        operationId: 'reconstructionCost',
        summary: 'Calculate reconstruction cost',
        description:
          'Computes the cost to rebuild a property as new and, with its year of construction, its ' +
          'depreciated value. In euro, rounded to cents. Further parameters choose the day, the ' +
          'rates, add-ons, ageing, quality and the version of the data, and compare a sum insured.',
        tags: ['Property'],
        security: [],
        querystring: Query,
        response: responses(CostBody, {
          400: 'A parameter is missing or not as described, or names something that is not loaded.',
          422: 'There is no cost for this postal-code prefix and property type, the index has no value for the quarter, or the dataset is not loaded.',
        }),
      },
    },
    ({ query }) => costFinder(parts)(query),
  );
}

const Entry = Type.Object(
  { ...Query.properties, reference: Reference },
  { title: 'CostRequest', additionalProperties: false },
);

const BatchBody = Type.Object(
  { requests: requestsOf(Entry) },
  {
    title: 'CostBatch',
    additionalProperties: false,
    examples: [
      {
        requests: [
          { reference: '17', postal_code: '10563', property_type: 'apartment', build_area: 85.5 },
          { postal_code: '99999', property_type: 'house', build_area: 120 },
        ],
      },
    ],
  },
);

const BatchAnswer = Type.Object(
  {
    answers: Type.Array(
      Type.Object(
        {
          reference: SentReference,
          cost: orNull(CostBody, 'The cost; null if there is none.'),
          failure: EntryFailure,
        },
        { title: 'CostBatchEntry' },
      ),
      { description: 'One for each request, in order.' },
    ),
  },
  {
    title: 'CostBatchAnswer',
    description: 'The costs.',
    examples: [
      {
        answers: [
          { reference: '17', cost: { reconstruction_cost: { as_new: 89775 } }, failure: null },
          {
            reference: null,
            cost: null,
            failure: {
              error: 422,
              message:
                'no reconstruction cost for postal-code prefix 99 and property_type house; ' +
                'the prefix has none',
            },
          },
        ],
      },
    ],
  },
);

/** `POST /api/reconstruction-cost/batch/`. A hundred costs take less than a millisecond. */
export function registerCostBatch(server: Server, parts: ApiParts): void {
  const readEntry = entryReader(Entry, costValidator(parts));
  server.post(
    '/api/reconstruction-cost/batch/',
    {
      config: { entries: 'requests' },
      bodyLimit: 65_536,
      validatorCompiler: checkOutline(BatchBody, 'requests'),
      schema: {
        operationId: 'reconstructionCostBatch',
        summary: 'Calculate many reconstruction costs',
        description:
          `Computes up to ${mostEntries} costs, in the order of the request. Each entry has the ` +
          'parameters of `reconstruction-cost`, numbers as JSON numbers, and gets its answer, or in ' +
          '`failure` its error with the status. The status of the batch is 200 nevertheless.',
        tags: ['Property'],
        security: [],
        body: BatchBody,
        response: { 200: BatchAnswer, ...batchErrors },
      },
    },
    async request => {
      const { requests } = request.body;
      rejectUnknownFields('requests', requests, Entry);
      const costOf = costFinder(parts);
      const answers = requests.map(async entry => {
        const { found, failure } = await orFailure(request, () => costOf(readEntry(entry)));
        return { reference: referenceOf(entry), cost: found, failure };
      });
      return { answers: await Promise.all(answers) };
    },
  );
}

/** Finds costs in the current rates, for today. */
function costFinder(parts: ApiParts) {
  const edition = parts.edition();
  const today = dateInAthens(parts.clock());
  return (query: Static<typeof Query>) => {
    const question = {
      ...termsOf(query),
      postalCode: query.postal_code,
      propertyType: query.property_type,
      buildAreaM2: query.build_area,
      constructionYear: query.construction_year,
      today,
    };
    const cost = costOf(edition, question);
    return query.explain ? explainedCost(cost, question) : costBody(cost);
  };
}
