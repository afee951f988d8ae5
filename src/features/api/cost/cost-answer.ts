import Type from 'typebox';
import { depreciationMethods, statedShare, yearOf } from '#domain/property/cost/ageing.ts';
import {
  type CostAnswer,
  type CostQuestion,
  type Insurance,
  type PricedArea,
  toCents,
} from '#domain/property/cost/cost.ts';
import { addonBases, includedWorks } from '#domain/property/cost/cost-table.ts';
import {
  type Addons as AddonsOf,
  type Indexing,
  withAddons,
} from '#domain/property/cost/factors.ts';
import { implausibleValues } from '#domain/property/plausible.ts';
import { number, optional, text, time, yesNo } from '#http/openapi/wire-types.ts';

const source = (what: string) => text(`The source of ${what}.`);
const validFrom = time('date', 'The first day on which it applies.');

const Index = Type.Object(
  {
    name: text('The name of the index.'),
    from: text('The quarter of the rate, such as 2025-Q2.'),
    to: text('The quarter of the valuation, or the last before it.'),
    factor: number('The rate is multiplied by this.'),
    source: source('the index'),
  },
  { title: 'CostIndex', description: 'How the rate was carried to the day; only with `index`.' },
);

/** What tells of a rate. */
const rateFields = {
  rate_eur_m2: number('Cost of building one square metre, in euro.'),
  rate_valid_from: time('date', 'The first day on which the rate applies.'),
  rate_source: text('The source of the rate.'),
  postal_prefix: text(
    'The digits that were looked up: two, or up to five with `rates=finest`; `*` for a rate of the ' +
      'whole country.',
  ),
  municipality: optional.text('The municipality whose rate it is; absent for a rate of digits.'),
  rate_includes: Type.Optional(
    Type.Array(Type.Enum([...includedWorks], { type: 'string' }), {
      description: 'What the rate includes; absent if its source does not say.',
    }),
  ),
  rate_note: optional.text('A note of the source on the rate.'),
  sample_data: optional.yesNo('True for an illustrative rate of the sample; absent otherwise.'),
  index: Type.Optional(Index),
};

const OtherArea = Type.Object(
  {
    property_type: text('`basement` or `auxiliary`.'),
    area_m2: number('Square metres.'),
    ...rateFields,
  },
  { title: 'CostOtherArea' },
);

const Quality = Type.Object(
  {
    name: text('The class.'),
    factor: number('The rate is multiplied by this.'),
    source: source('the factor'),
  },
  { title: 'CostQuality', description: 'Only with `quality`.' },
);

const Addons = Type.Object(
  {
    name: text('The name of the set.'),
    valid_from: validFrom,
    items: Type.Array(
      Type.Object(
        {
          name: text('What is added.'),
          percent: number('Percentage of the works, or of its base.'),
          source: source('the percentage'),
          base: optional.oneOf(
            addonBases,
            '`works`, or `before`: the works with all lines before it. Absent, as the next two, ' +
              'if the cost data name no base.',
          ),
          in_as_is: optional.yesNo('Whether it belongs to the value as is.'),
          amount_eur: optional.number('What it adds to `as_new`.'),
        },
        { title: 'CostAddon' },
      ),
      { description: 'The add-ons in the amounts.' },
    ),
    included: Type.Array(Type.String(), {
      description: 'Add-ons of the set that the rate includes already; not added.',
    }),
  },
  { title: 'CostAddons', description: 'Only with `addons`.' },
);

const AgeTable = Type.Object(
  {
    name: text('The name of the table.'),
    valid_from: validFrom,
    source: source('the table'),
  },
  { title: 'CostAgeTable', description: 'The table of age bands; only with the method `table`.' },
);

const Condition = Type.Object(
  {
    name: text('The class.'),
    lost_percent: number('The percentage of the value that it takes.'),
    source: source('the percentage'),
  },
  { title: 'CostCondition', description: 'Only with `condition`.' },
);

const Basis = Type.Object(
  {
    ...rateFields,
    valuation_date: time('date', 'The day for which the cost is stated.'),
    dataset: text(
      'The version of the cost data. Sent as `dataset` with `valuation_date`, it repeats the answer.',
    ),
    quality: Type.Optional(Quality),
    addons: Type.Optional(Addons),
    other_areas: Type.Optional(
      Type.Array(OtherArea, { description: 'Basement and auxiliary areas; absent without them.' }),
    ),
    age_years: optional.whole('The year of the valuation minus construction_year.'),
    effective_age_years: optional.whole('The age since renovation_year, which decides the value.'),
    method: optional.oneOf(
      [...depreciationMethods, 'table'],
      "How value is lost: Ross's curve, a straight line, or a table of age bands.",
    ),
    age_table: Type.Optional(AgeTable),
    condition: Type.Optional(Condition),
    useful_life_years: optional.number('The age at which only the residual value is left.'),
    residual_share: optional.number('as_is never falls below this share of as_new.'),
    remaining_share: optional.number('as_is is this share of as_new, before rounding to cents.'),
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

const InsuranceBody = Type.Object(
  {
    sum_insured: number('The sum insured in euro, as sent.'),
    ratio: number('sum_insured divided by as_new, to four decimals.'),
    rules: Type.Array(
      Type.Object(
        {
          name: text('The name of the rule.'),
          rule: text(
            '`least_eur_m2`: euro of the sum for each m² of build_area; `least_ratio` and `most_ratio`: `ratio`.',
          ),
          limit: number('The limit of the rule.'),
          met: yesNo('Whether the sum insured meets it.'),
          valid_from: validFrom,
          source: source('the rule'),
          note: optional.text('A note of the source.'),
        },
        { title: 'InsuranceRule' },
      ),
      { description: 'The loaded rules for the property type on the day.' },
    ),
  },
  { title: 'CostInsurance', description: 'Only with `sum_insured`.' },
);

/** The cost on the wire. */
export const CostBody = Type.Object(
  {
    reconstruction_cost: Type.Object(
      {
        as_new: number('As-new reconstruction cost in euro.'),
        as_is: optional.number('As-is (depreciated) value, when a year was sent.'),
      },
      { title: 'CostValues', description: 'In euro, rounded to cents.' },
    ),
    insurance: Type.Optional(InsuranceBody),
    basis: Type.Optional(Basis),
  },
  {
    title: 'ReconstructionCost',
    description: 'The cost.',
    examples: [{ reconstruction_cost: { as_new: 89250, as_is: 68164.69 } }],
  },
);

/** The cost without its calculation. */
export function costBody({ asNew, asIs, insurance }: CostAnswer) {
  return {
    reconstruction_cost: asIs === undefined ? { as_new: asNew } : { as_new: asNew, as_is: asIs },
    ...(insurance && { insurance: insuranceBody(insurance) }),
  };
}

type Priced = Pick<
  CostQuestion,
  'postalCode' | 'propertyType' | 'buildAreaM2' | 'constructionYear' | 'today'
>;

/** The cost with its calculation, and with notes on values that are probably mistakes. */
export function explainedCost(answer: CostAnswer, question: Priced) {
  const notes = implausibleValues(question, yearOf(question.today));
  const basis = basisOf(answer, question.postalCode);
  return { ...costBody(answer), basis: { ...basis, ...(notes.length > 0 && { notes }) } };
}

function basisOf(answer: CostAnswer, postalCode: string) {
  const { valuationDate, dataset, quality, addons, otherAreas } = answer;
  return {
    ...rateBody(answer, postalCode),
    valuation_date: valuationDate,
    dataset,
    ...(quality && { quality }),
    ...(addons && {
      addons: {
        name: addons.name,
        valid_from: addons.validFrom,
        items: addonItems(addons, answer.works!),
        included: addons.included,
      },
    }),
    ...(otherAreas.length > 0 && {
      other_areas: otherAreas.map(area => ({
        property_type: area.rate.propertyType,
        area_m2: area.areaM2,
        ...rateBody(area, postalCode),
      })),
    }),
    ...ageingBody(answer),
  };
}

/** The add-ons of a file with bases also have their line in the sum. */
function addonItems(addons: AddonsOf, works: number) {
  const { amounts } = withAddons(works, addons);
  return addons.applied.map(({ line, ...item }, at) => ({
    ...item,
    ...(line && {
      base: line.base,
      in_as_is: line.isInAsIs,
      amount_eur: toCents(amounts[at]!),
    }),
  }));
}

function rateBody({ rate, isSample, indexing }: PricedArea, postalCode: string) {
  const isMunicipality = /^\p{L}/u.test(rate.postalPrefix);
  return {
    rate_eur_m2: rate.rateEurM2,
    rate_valid_from: rate.validFrom,
    rate_source: rate.source,
    postal_prefix: isMunicipality ? postalCode.slice(0, 2) : rate.postalPrefix,
    ...(isMunicipality && { municipality: rate.postalPrefix }),
    ...(rate.includes && { rate_includes: rate.includes }),
    ...(rate.note !== undefined && { rate_note: rate.note }),
    ...(isSample && { sample_data: true }),
    ...(indexing && { index: indexBody(indexing) }),
  };
}

function indexBody({ name, from, to, factor, source }: Indexing) {
  return { name, from, to, factor, source };
}

function ageingBody({ ageing }: CostAnswer) {
  if (!ageing) return {};
  const { by, ageYears, effectiveAgeYears, condition, remainingShare } = ageing;
  return {
    age_years: ageYears,
    ...(effectiveAgeYears !== undefined && { effective_age_years: effectiveAgeYears }),
    method: 'bands' in by ? ('table' as const) : by.method,
    ...('bands' in by
      ? { age_table: { name: by.name, valid_from: by.validFrom, source: by.source } }
      : { useful_life_years: by.usefulLifeYears, residual_share: by.residualShare }),
    ...(condition && {
      condition: {
        name: condition.name,
        lost_percent: condition.lostPercent,
        source: condition.source,
      },
    }),
    remaining_share: statedShare(remainingShare),
  };
}

function insuranceBody({ sumInsured, ratio, rules }: Insurance) {
  return {
    sum_insured: sumInsured,
    ratio,
    rules: rules.map(({ isMet, validFrom: valid_from, note, name, rule, limit, source }) => ({
      name,
      rule,
      limit,
      met: isMet,
      valid_from,
      source,
      ...(note !== undefined && { note }),
    })),
  };
}
