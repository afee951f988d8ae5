import Type, { type Static } from 'typebox';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { type CostTerms, rateChoices, readTerms } from '#domain/property/cost/terms.ts';
import { compileValidatorWith, type Wrong } from '#http/server/validation.ts';
import type { Snapshot } from '#storage/store/store.ts';

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

const namePattern = { minLength: 1, maxLength: 64 };

/** How the cost is stated, on the wire. */
export const costTerms = {
  valuation_date: Type.Optional(
    Type.String({
      format: 'date',
      pattern: '^(?:1[89]|2[0-9])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
      'x-expected': 'a day as YYYY-MM-DD',
      description:
        'The day for which the cost is stated, by default today. The rate that was valid on this ' +
        'day is used, also if a later import replaced it, and ages are counted to its year.',
    }),
  ),
  dataset: Type.Optional(
    Type.String({
      ...namePattern,
      description:
        'The version of the cost data, as `basis.dataset` of an earlier answer has it. With the ' +
        'same `valuation_date` the answer is repeated.',
    }),
  ),
  rates: Type.Optional(
    Type.Enum([...rateChoices], {
      type: 'string',
      description:
        '`prefix`, the default: the rate of the first two digits. `finest`: the rate of five ' +
        'digits, else of four, three or two, else of the municipality of the postal code.',
    }),
  ),
  index: Type.Optional(
    Type.String({
      ...namePattern,
      description:
        'The name of a loaded cost index. It carries the rate from the quarter of its date to that ' +
        'of the valuation; for a quarter without a value the last one before it counts.',
    }),
  ),
  addons: Type.Optional(
    Type.String({
      ...namePattern,
      description:
        'The name of a loaded set of add-ons: percentages of the cost. One that the rate includes ' +
        'already is left out.',
    }),
  ),
  ageing: Type.Optional(
    Type.String({
      ...namePattern,
      description:
        '`ross`, `straight_line`, or the name of a loaded table of age bands; by default the method ' +
        'of the property type. Needs `construction_year`.',
    }),
  ),
  condition: Type.Optional(
    Type.String({
      ...namePattern,
      description:
        'A loaded class of condition, which takes a percentage of the value as is. Needs ' +
        '`construction_year`.',
    }),
  ),
  renovation_year: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Year of a complete renovation: the building ages as if it was built then. Needs ' +
        '`construction_year`, and is not earlier.',
    }),
  ),
  quality: Type.Optional(
    Type.String({
      ...namePattern,
      description: 'A loaded class of quality, whose factor multiplies the rate of `build_area`.',
    }),
  ),
  basement_area: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Basement in square metres, not in `build_area`, at the rate of `basement`.',
    }),
  ),
  auxiliary_area: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description:
        'Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`.',
    }),
  ),
  sum_insured: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'Sum insured in euro. The answer then has `insurance`.',
    }),
  ),
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
    basementAreaM2: query.basement_area,
    auxiliaryAreaM2: query.auxiliary_area,
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
  readonly snapshot: () => Snapshot;
  readonly clock: () => Date;
}

/** Throws INVALID_INPUT with all faults of the terms that are not `wrong` already. */
export function checkTerms(
  { snapshot, clock }: CostParts,
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
  readTerms(snapshot().costs, {
    ...termsOf(judged),
    // A wrong one leaves nothing to look up.
    propertyType: judged.property_type ?? 'apartment',
    constructionYear: judged.construction_year,
    today: dateInAthens(clock()),
  });
}

/** The property types of requests: the loaded rates decide. */
export function loadedTypes({ snapshot }: Pick<CostParts, 'snapshot'>) {
  return { property_type: () => snapshot().costs.types };
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
