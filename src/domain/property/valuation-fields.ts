import { isDay } from '#tools/notation/days.ts';

/** The most characters of a line, and of a text of several lines. */
const [longestLine, longestText] = [200, 4_000];

/** What a document is: a reinstatement cost for an insurer, or a value for a bank. */
export const templateNames = ['insurance', 'collateral'] as const;
export type TemplateName = (typeof templateNames)[number];

/** What is printed at the top of every document, and how it is typed. */
export const detailFields = {
  preparer: 'line',
  registration: 'line',
  reference: 'line',
  purpose: 'line',
  remark: 'text',
} as const;

/** What the valuer fills in, in the order of the form and of the report. An amount is in euro. */
export const valuationFields = {
  template: 'template',
  client: 'line',
  users: 'line',
  interest: 'line',
  basis: 'line',
  date: 'date',
  value: 'amount',
  inspected: 'line',
  inspector: 'line',
  unit: 'line',
  built: 'line',
  energy_class: 'line',
  occupancy: 'line',
  inspection: 'text',
  areas: 'text',
  includes: 'text',
  building_terms: 'text',
  legality: 'text',
  documents: 'text',
  reasoning: 'text',
  evidence: 'text',
  marketability: 'text',
  uncertainty: 'text',
  assumptions: 'text',
  special_assumptions: 'text',
  limits: 'text',
  compliance: 'text',
} as const;

type Kind = (typeof valuationFields)[keyof typeof valuationFields];
type AnyName = keyof typeof valuationFields;
export type ValuationName = Exclude<AnyName, 'template'>;
export type DetailName = keyof typeof detailFields;
export type FieldName = ValuationName | DetailName;
export const valuationNames = (Object.keys(valuationFields) as AnyName[]).filter(
  name => name !== 'template',
);

/** The valuer's texts; dates are ISO dates, amounts decimal numbers. What is not filled in is absent. */
export type Valuation = Readonly<Partial<Record<ValuationName, string>>> & {
  readonly template?: TemplateName;
};

/**
 * What a document of each template must state, after EVS 2025 and the Red Book; an answer may be
 * "none". What the data state counts too, such as the year of the request.
 */
export const requiredNames: Readonly<Record<TemplateName, readonly FieldName[]>> = {
  insurance: [
    ...(['preparer', 'client', 'purpose', 'date', 'value', 'inspected', 'built'] as const),
    ...(['inspection', 'areas', 'includes', 'assumptions', 'limits'] as const),
  ],
  collateral: [
    ...(['preparer', 'registration', 'client', 'users', 'purpose', 'interest', 'basis'] as const),
    ...(['date', 'value', 'inspected', 'inspector', 'energy_class', 'occupancy'] as const),
    ...(['inspection', 'building_terms', 'legality', 'reasoning', 'evidence'] as const),
    ...(['marketability', 'uncertainty', 'assumptions', 'special_assumptions'] as const),
    ...(['limits', 'compliance'] as const),
  ],
};

/** How a field is typed. */
export function kindOf(name: FieldName): Exclude<Kind, 'template'> {
  return { ...detailFields, ...valuationFields }[name];
}

/** The most characters of a field. */
export function mostCharactersOf(name: FieldName): number {
  return kindOf(name) === 'text' ? longestText : longestLine;
}

const expectations: Readonly<Record<Kind, string>> = {
  template: templateNames.join(' or '),
  line: `text of at most ${longestLine} characters`,
  text: `text of at most ${longestText} characters`,
  date: 'a date such as 2026-01-31',
  amount: 'an amount in euro such as 165000.50',
};

const patterns: Readonly<Record<Kind, { test(text: string): boolean }>> = {
  template: /^(?:insurance|collateral)$/,
  line: /^[\s\S]{0,200}$/,
  text: /^[\s\S]{0,4000}$/,
  date: { test: text => text === '' || isDay(text) },
  amount: /^(?:(?!0+(?:\.0+)?$)\d{1,12}(?:\.\d{1,2})?)?$/,
};

/**
 * Reads the known fields of JSON of any origin. A wrong one is left out, or `refuse` throws what is
 * wrong with it.
 */
export function readValuation(
  value: unknown,
  refuse?: (name: string, expected: string, value: unknown) => never,
): Valuation {
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  const given = (Object.keys(valuationFields) as AnyName[]).filter(name =>
    Object.hasOwn(fields, name),
  );
  const entries = given.flatMap(name => {
    const [text, kind] = [fields[name], valuationFields[name]];
    if (typeof text === 'string' && patterns[kind].test(text)) {
      return [[name, text]];
    }
    refuse?.(name, expectations[kind], text);
    return [];
  });
  return Object.fromEntries(entries);
}

/** Fills the empty fields: what the valuer wrote stays. */
export function fillEmpty(valuation: Valuation, texts: Valuation): Valuation {
  const filled = Object.entries(valuation).filter(([, text]) => text.trim() !== '');
  return { ...texts, ...Object.fromEntries(filled) };
}

/** Whether the valuer filled in anything. */
export function hasValuation(valuation: Valuation): boolean {
  return Object.values(valuation).some(text => text.trim() !== '');
}
