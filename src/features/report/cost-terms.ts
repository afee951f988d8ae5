import { rateChoices } from '#domain/property/cost/terms.ts';
import { optional } from '#http/openapi/wire-types.ts';

const namePattern = { minLength: 1, maxLength: 64 };

/** How the cost is stated, on the wire. */
export const costTerms = {
  valuation_date: optional.text(
    'The day for which the cost is stated, by default today. The rate that was valid on this ' +
      'day is used, also if a later import replaced it, and ages are counted to its year.',
    {
      format: 'date',
      pattern: '^(?:1[89]|2[0-9])[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$',
      'x-expected': 'a day as YYYY-MM-DD',
    },
  ),
  dataset: optional.text(
    'The version of the cost data, as `basis.dataset` of an earlier answer has it. With the ' +
      'same `valuation_date` the answer is repeated.',
    { ...namePattern },
  ),
  rates: optional.oneOf(
    rateChoices,
    '`prefix`, the default: the rate of the first two digits. `finest`: the rate of five ' +
      'digits, else of four, three or two, else of the municipality of the postal code.',
  ),
  index: optional.text(
    'The name of a loaded cost index. It carries the rate from the quarter of its date to that ' +
      'of the valuation; for a quarter without a value the last one before it counts.',
    { ...namePattern },
  ),
  addons: optional.text(
    'The name of a loaded set of add-ons: percentages of the cost. One that the rate includes ' +
      'already is left out.',
    { ...namePattern },
  ),
  ageing: optional.text(
    '`ross`, `straight_line`, or the name of a loaded table of age bands; by default the method ' +
      'of the property type. Needs `construction_year`.',
    { ...namePattern },
  ),
  condition: optional.text(
    'A loaded class of condition, which takes a percentage of the value as is. Needs ' +
      '`construction_year`.',
    { ...namePattern },
  ),
  renovation_year: optional.whole(
    'Year of a complete renovation: the building ages as if it was built then. Needs ' +
      '`construction_year`, and is not earlier.',
    { minimum: 1 },
  ),
  quality: optional.text(
    'A loaded class of quality, whose factor multiplies the rate of `build_area`.',
    { ...namePattern },
  ),
  basement_area_m2: optional.number(
    'Basement in square metres, not in `build_area`, at the rate of `basement`.',
    { exclusiveMinimum: 0 },
  ),
  auxiliary_area_m2: optional.number(
    'Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`.',
    { exclusiveMinimum: 0 },
  ),
  sum_insured: optional.number('Sum insured in euro. The answer then has `insurance`.', {
    exclusiveMinimum: 0,
  }),
};
