import Type from 'typebox';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { depreciationMethods } from '#domain/property/cost/ageing.ts';
import { dwellingTypes } from '#domain/property/cost/building.ts';
import { termsFor } from '#domain/property/cost/factors.ts';
import { yesNo } from '#http/openapi/wire-types.ts';
import { responses } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { compileValidatorWith } from '#http/server/validation.ts';
import type { ApiParts } from '../api-parts.ts';
import { building, loadedTypes } from './cost-query.ts';

const names = (description: string) => Type.Array(Type.String(), { description });

const LoadedTerms = Type.Object(
  {
    property_types: names('Values of `property_type`.'),
    finer_rates: yesNo('Whether `rates=finest` can find more than the rate of two digits.'),
    indexes: names('Values of `index`.'),
    addons: names('Values of `addons`.'),
    qualities: names('Values of `quality`.'),
    ageing: names('Values of `ageing`.'),
    conditions: names('Values of `condition`.'),
  },
  {
    title: 'LoadedCostTerms',
    description: 'What is loaded.',
    examples: [
      {
        property_types: [...dwellingTypes],
        finer_rates: false,
        indexes: [],
        addons: [],
        qualities: [],
        ageing: [...depreciationMethods],
        conditions: [],
      },
    ],
  },
);

/** `GET /api/reconstruction-cost/terms/` */
export function registerLoadedTerms(server: Server, parts: ApiParts): void {
  server.get(
    '/api/reconstruction-cost/terms/',
    {
      validatorCompiler: compileValidatorWith(loadedTypes(parts)),
      schema: {
        operationId: 'reconstructionCostTerms',
        summary: 'List the loaded terms of a cost',
        description:
          'The values that the parameters of `reconstruction-cost` and of the report may have today ' +
          'for a property type, as far as they depend on the loaded data. `basement_area_m2` and ' +
          '`auxiliary_area_m2` need `basement` and `auxiliary` among the property types.',
        tags: ['Property'],
        security: [],
        querystring: Type.Object({ property_type: building.property_type }),
        response: responses(LoadedTerms, {
          400: 'The property type is missing, or has no loaded rate.',
        }),
      },
    },
    async ({ query }) => {
      const { costs } = parts.edition();
      const { hasFinerRates, ...loaded } = termsFor(
        costs,
        query.property_type,
        dateInAthens(parts.clock()),
      );
      return {
        property_types: [...costs.types],
        finer_rates: hasFinerRates,
        ...loaded,
        ageing: [...depreciationMethods, ...loaded.ageing],
      };
    },
  );
}
