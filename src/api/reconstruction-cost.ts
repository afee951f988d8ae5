import Type, { type Static } from 'typebox';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/typed-server.ts';
import { rejectUnknownFields } from '../http/validation.ts';
import { dateInAthens } from '../property/athens-time.ts';
import {
  type CostAnswer,
  type CostQuestion,
  depreciationMethods,
  propertyTypes,
  reconstructionCost,
  yearOf,
} from '../property/cost.ts';
import { implausibleValues } from '../property/plausible.ts';
import {
  batchErrors,
  checkOutline,
  EntryProblem,
  entryReader,
  mostEntries,
  orProblem,
  requestsOf,
} from './batch-entries.ts';
import type { ApiParts } from './parts.ts';
import { costPostalCode, orNull } from './shared-schemas.ts';

/** The parameters of the cost other than the postal code, on the wire. */
export const building = {
  property_type: Type.Enum([...propertyTypes], {
    title: 'PropertyType',
    type: 'string',
    description: 'The kind of dwelling.',
    examples: ['apartment'],
  }),
  build_area: Type.Number({
    exclusiveMinimum: 0,
    description: 'Build area in square metres.',
    examples: [85],
  }),
  construction_year: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Year of construction, not later than this year in Athens.',
      examples: [1998],
    }),
  ),
};

const Query = Type.Object({
  postal_code: Type.String({
    ...costPostalCode,
    description: 'Full postal code. The cost depends on its first two digits only.',
    examples: ['10563'],
  }),
  ...building,
  explain: Type.Optional(
    Type.Boolean({ description: 'With `true` the response has the calculation in `basis`.' }),
  ),
});

const Basis = Type.Object(
  {
    rate_eur_m2: Type.Number({ description: 'Cost of building one square metre, in euro.' }),
    rate_valid_from: Type.String({
      format: 'date',
      description: 'The first day on which the rate applies.',
    }),
    rate_source: Type.String({ description: 'The source of the rate.' }),
    postal_prefix: Type.String({ description: 'The two digits that were looked up.' }),
    age_years: Type.Optional(Type.Integer({ description: 'This year minus construction_year.' })),
    method: Type.Optional(
      Type.Enum([...depreciationMethods], {
        type: 'string',
        description: "How value is lost: Ross's curve or a straight line.",
      }),
    ),
    useful_life_years: Type.Optional(
      Type.Number({ description: 'The age at which only the residual value is left.' }),
    ),
    residual_share: Type.Optional(
      Type.Number({ description: 'as_is never falls below this share of as_new.' }),
    ),
    remaining_share: Type.Optional(
      Type.Number({ description: 'as_is is this share of as_new, before rounding to cents.' }),
    ),
    notes: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Valid values that are probably mistakes, such as a year of two digits; absent if there are none.',
      }),
    ),
  },
  {
    title: 'CostBasis',
    description: 'Only with `explain=true`. Fields about age only with `construction_year`.',
  },
);

/** The cost on the wire. */
export const CostBody = Type.Object(
  {
    reconstruction_cost: Type.Object(
      {
        as_new: Type.Number({ description: 'As-new reconstruction cost in euro.' }),
        as_is: Type.Optional(
          Type.Number({ description: 'As-is (depreciated) value, when a year was sent.' }),
        ),
      },
      { title: 'CostValues', description: 'In euro, rounded to cents.' },
    ),
    basis: Type.Optional(Basis),
  },
  {
    title: 'ReconstructionCost',
    description: 'The cost.',
    examples: [{ reconstruction_cost: { as_new: 129200, as_is: 98676.5 } }],
  },
);

/** `GET /api/reconstruction-cost/` */
export function registerReconstructionCost(server: Server, parts: ApiParts): void {
  server.get(
    '/api/reconstruction-cost/',
    {
      schema: {
        operationId: 'reconstructionCost',
        summary: 'Calculate reconstruction cost',
        description:
          'Computes the cost to rebuild a property as new and, with its year of construction, its ' +
          'depreciated value. In euro, rounded to cents.',
        tags: ['Property'],
        security: [],
        querystring: Query,
        response: {
          200: CostBody,
          ...errorResponses({
            400: 'A parameter is missing or not as described.',
            422: 'There is no cost for this postal-code prefix and property type.',
          }),
        },
      },
    },
    ({ query }) => costFinder(parts)(query),
  );
}

const Entry = Type.Object(Query.properties, { title: 'CostRequest', additionalProperties: false });

const BatchBody = Type.Object(
  { requests: requestsOf(Entry) },
  {
    title: 'CostBatch',
    additionalProperties: false,
    examples: [
      {
        requests: [
          { postal_code: '10563', property_type: 'apartment', build_area: 85.5 },
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
          cost: orNull(CostBody, 'The cost; null if there is a problem.'),
          problem: EntryProblem,
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
          { cost: { reconstruction_cost: { as_new: 129960 } }, problem: null },
          {
            cost: null,
            problem: {
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

const readEntry = entryReader(Entry);

/** `POST /api/reconstruction-cost/batch/`. A hundred costs take less than a millisecond. */
export function registerCostBatch(server: Server, parts: ApiParts): void {
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
          '`problem` its error with the status. The status of the batch is 200 nevertheless.',
        tags: ['Property'],
        security: [],
        body: BatchBody,
        response: { 200: BatchAnswer, ...batchErrors },
      },
    },
    async ({ body: { requests } }) => {
      rejectUnknownFields('requests', requests, Entry);
      const costOf = costFinder(parts);
      const answers = requests.map(async entry => {
        const { found, problem } = await orProblem(() => costOf(readEntry(entry)));
        return { cost: found, problem };
      });
      return { answers: await Promise.all(answers) };
    },
  );
}

/** Finds costs in the current rates, for today. */
function costFinder({ snapshot, clock }: ApiParts) {
  const { costs } = snapshot();
  const today = dateInAthens(clock());
  return (query: Static<typeof Query>) => {
    const { postal_code, property_type, build_area, construction_year, explain } = query;
    const question = {
      postalCode: postal_code,
      propertyType: property_type,
      buildAreaM2: build_area,
      constructionYear: construction_year,
      today,
    };
    const cost = reconstructionCost(costs, question);
    return explain ? explainedCost(cost, question) : body(cost);
  };
}

type Priced = Pick<CostQuestion, 'buildAreaM2' | 'constructionYear' | 'today'>;

/** The cost with its calculation, and with notes on values that are probably mistakes. */
export function explainedCost(answer: CostAnswer, question: Priced) {
  const notes = implausibleValues(question, yearOf(question.today));
  return { ...body(answer), basis: { ...basis(answer), ...(notes.length > 0 && { notes }) } };
}

function body({ asNew, asIs }: CostAnswer) {
  return {
    reconstruction_cost: asIs === undefined ? { as_new: asNew } : { as_new: asNew, as_is: asIs },
  };
}

function basis({ rate, ageing }: CostAnswer) {
  return {
    rate_eur_m2: rate.rateEurM2,
    rate_valid_from: rate.validFrom,
    rate_source: rate.source,
    postal_prefix: rate.postalPrefix,
    ...(ageing && {
      age_years: ageing.ageYears,
      method: ageing.depreciation.method,
      useful_life_years: ageing.depreciation.usefulLifeYears,
      residual_share: ageing.depreciation.residualShare,
      remaining_share: ageing.remainingShare,
    }),
  };
}
