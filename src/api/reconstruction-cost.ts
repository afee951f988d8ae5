import Type from 'typebox';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/typed-server.ts';
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
import type { ApiParts } from './parts.ts';
import { costPostalCode } from './shared-schemas.ts';

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
export function registerReconstructionCost(server: Server, { snapshot, clock }: ApiParts): void {
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
    ({ query }) => {
      const { postal_code, property_type, build_area, construction_year, explain } = query;
      const question = {
        postalCode: postal_code,
        propertyType: property_type,
        buildAreaM2: build_area,
        constructionYear: construction_year,
        today: dateInAthens(clock()),
      };
      const cost = reconstructionCost(snapshot().costs, question);
      return explain ? explainedCost(cost, question) : body(cost);
    },
  );
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
