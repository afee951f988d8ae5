import Type, { type Static } from 'typebox';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { type CostTerms, readTerms } from '#domain/property/cost/terms.ts';
import { number, optional } from '#http/openapi/wire-types.ts';
import { compileValidatorWith, type Wrong } from '#http/server/validation.ts';
import type { Edition } from '#storage/store/store.ts';
import { costTerms } from '../../report/cost-terms.ts';

/** The parameters of the cost other than the postal code, on the wire. */
export const building = {
  property_type: Type.Enum([...propertyTypes], {
    title: 'PropertyType',
    type: 'string',
    description:
      'The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others ' +
      'if the cost table has rates for them.',
    examples: ['apartment'],
  }),
  build_area: number('Build area in square metres.', { exclusiveMinimum: 0, examples: [85] }),
  construction_year: optional.whole('Year of construction, not later than this year in Athens.', {
    minimum: 1,
    examples: [1998],
  }),
};

const Terms = Type.Object(costTerms);
const Building = Type.Object({ ...building, ...costTerms });

/** The terms of a request. */
export function termsOf(query: Static<typeof Terms>): CostTerms {
  return {
    valuationDate: query.valuation_date,
    dataset: query.dataset,
    rates: query.rates,
    index: query.index,
    addons: query.addons,
    ageing: query.ageing,
    condition: query.condition,
    renovationYear: query.renovation_year,
    quality: query.quality,
    basementAreaM2: query.basement_area_m2,
    auxiliaryAreaM2: query.auxiliary_area_m2,
    sumInsured: query.sum_insured,
  };
}

/** The parameters whose names are looked up for a property type, on a day, in a state of the data. */
const lookedUp = ['addons', 'quality', 'ageing', 'condition'] as const;

/** Which parameters cannot be judged here if another one is wrong. */
const dependents = {
  property_type: lookedUp,
  dataset: [...lookedUp, 'index'],
  construction_year: ['renovation_year', 'ageing', 'condition'],
} as const;

interface CostParts {
  readonly edition: () => Pick<Edition, 'costs'>;
  readonly clock: () => Date;
}

/** Throws INVALID_INPUT with all faults of the terms that are not `wrong` already. */
export function checkTerms(
  { edition, clock }: CostParts,
  query: Partial<Static<typeof Building>>,
  wrong: Wrong,
): void {
  const judged = { ...query };
  // On another day than today there may be no rate, which `reconstructionCost` finds out first.
  const isOtherDay = query.valuation_date !== undefined || wrong.has('valuation_date');
  if (isOtherDay) for (const name of lookedUp) delete judged[name];
  for (const [name, others] of Object.entries(dependents)) {
    if (wrong.has(name)) for (const other of others) delete judged[other];
  }
  readTerms(edition().costs, {
    ...termsOf(judged),
    // A wrong one leaves nothing to look up.
    propertyType: judged.property_type ?? 'apartment',
    constructionYear: judged.construction_year,
    today: dateInAthens(clock()),
  });
}

/** The property types of requests: the loaded rates decide. */
export function loadedTypes({ edition }: Pick<CostParts, 'edition'>) {
  return { property_type: () => edition().costs.types };
}

/**
 * Validates the parameters of a cost. The terms are checked here only beside other faults, or for
 * another day, where a fault comes before a missing rate. Otherwise `reconstructionCost` reads them.
 */
export function costValidator(parts: CostParts) {
  return compileValidatorWith(loadedTypes(parts), (query, wrong) => {
    const isOtherDay = query.valuation_date !== undefined;
    if (wrong.size > 0 || isOtherDay) checkTerms(parts, query, wrong);
  });
}
