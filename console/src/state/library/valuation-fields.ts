/** The most characters of a line, and of a text of several lines. */
const [longestLine, longestText] = [200, 4_000];

/** What the valuer fills in, in the order of the form and of the report, and how it is typed. */
export const valuationFields = {
  client: 'line',
  users: 'line',
  interest: 'line',
  basis: 'line',
  date: 'date',
  inspectionDate: 'date',
  unit: 'line',
  energyClass: 'line',
  occupancy: 'line',
  inspection: 'text',
  areas: 'text',
  buildingTerms: 'text',
  legality: 'text',
  documents: 'text',
  reasoning: 'text',
  value: 'text',
  uncertainty: 'text',
  assumptions: 'text',
  specialAssumptions: 'text',
  limits: 'text',
  compliance: 'text',
} as const;

export type ValuationName = keyof typeof valuationFields;
export const valuationNames = Object.keys(valuationFields) as ValuationName[];

/** The valuer's texts; dates are ISO dates. What is not filled in is absent. */
export type Valuation = Readonly<Partial<Record<ValuationName, string>>>;

/** The fields that are printed at the top of the report, beside who it is from. */
export const headNames: readonly ValuationName[] = ['client', 'users', 'date'];

/** The most characters of a field. */
export function mostCharactersOf(name: ValuationName): number {
  return valuationFields[name] === 'text' ? longestText : longestLine;
}

/**
 * Reads the known fields of JSON of any origin. A wrong one is left out, or `refuse` throws what is
 * wrong with it.
 */
export function readValuation(
  value: unknown,
  refuse?: (name: ValuationName, expected: string, value: unknown) => never,
): Valuation {
  const fields = Object(value) as Readonly<Record<string, unknown>>;
  const given = valuationNames.filter(name => Object.hasOwn(fields, name));
  const entries = given.flatMap(name => {
    const text = fields[name];
    const most = mostCharactersOf(name);
    const isText = typeof text === 'string' && text.length <= most;
    if (isText && isDateIfAsked(name, text)) return [[name, text]];
    const expected = valuationFields[name] === 'date' ? 'a date' : 'text';
    refuse?.(name, `${expected} of at most ${most} characters`, text);
    return [];
  });
  return Object.fromEntries(entries);
}

function isDateIfAsked(name: ValuationName, text: string): boolean {
  return valuationFields[name] !== 'date' || text === '' || isDay(text);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
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
