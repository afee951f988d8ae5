import Type from 'typebox';
import { errorResponses } from '../http/errors.ts';
import type { Server } from '../http/typed-server.ts';
import { dateInAthens } from '../property/athens-time.ts';
import { reconstructionCost } from '../property/cost/cost.ts';
import { municipalityOfCode } from '../report/cost.ts';
import { CostBody, costBody, explainedCost } from './cost-answer.ts';
import { building, costTerms, costValidator, termsOf } from './cost-query.ts';
import type { ApiParts } from './parts.ts';
import { costPostalCode } from './shared-schemas.ts';

const Query = Type.Object({
  postal_code: Type.String({
    ...costPostalCode,
    description:
      'Full postal code. The cost depends on its first two digits only, except with `rates=finest`.',
    examples: ['10563'],
  }),
  ...building,
  explain: Type.Optional(
    Type.Boolean({ description: 'With `true` the response has the calculation in `basis`.' }),
  ),
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
        response: {
          200: CostBody,
          ...errorResponses({
            400: 'A parameter is missing or not as described, or names something that is not loaded.',
            422: 'There is no cost for this postal-code prefix and property type, the index has no value for the quarter, or the dataset is not loaded.',
          }),
        },
      },
    },
    async ({ query }) => {
      const terms = termsOf(query);
      const question = {
        ...terms,
        postalCode: query.postal_code,
        municipality: await municipalityOfCode(parts, query.postal_code, terms),
        propertyType: query.property_type,
        buildAreaM2: query.build_area,
        constructionYear: query.construction_year,
        today: dateInAthens(parts.clock()),
      };
      const cost = reconstructionCost(parts.snapshot().costs, question);
      return query.explain ? explainedCost(cost, question) : costBody(cost);
    },
  );
}
