import { isDay } from '#tools/notation/days.ts';
import type { ReconstructionCostInput } from '../../../../client/src/types.ts';

/** How a cost is stated, besides the building itself; everything may be left out. */
export interface CostTerms {
  /** The day for which the cost is stated, YYYY-MM-DD. */
  readonly valuationDate?: string;
  readonly rates?: 'finest';
  readonly index?: string;
  readonly addons?: string;
  readonly quality?: string;
  /** Square metres besides the build area. */
  readonly basementArea?: number;
  readonly auxiliaryArea?: number;
  readonly renovationYear?: number;
  /** A method of depreciation, or the name of a table of age bands. */
  readonly ageing?: string;
  readonly condition?: string;
  /** In euro. */
  readonly sumInsured?: number;
}
export type TermName = keyof CostTerms;

interface Term {
  /** The parameter of the request. */
  readonly wire: keyof ReconstructionCostInput;
  /** The field of a link. */
  readonly link: string;
  readonly kind: 'day' | 'finest' | 'name' | 'number' | 'year';
  /** Whether it counts only with a year of construction. */
  readonly needsYear?: true;
}

const terms: Readonly<Record<TermName, Term>> = {
  valuationDate: { wire: 'valuation_date', link: 'date', kind: 'day' },
  rates: { wire: 'rates', link: 'rates', kind: 'finest' },
  index: { wire: 'index', link: 'index', kind: 'name' },
  addons: { wire: 'addons', link: 'addons', kind: 'name' },
  quality: { wire: 'quality', link: 'quality', kind: 'name' },
  basementArea: { wire: 'basement_area_m2', link: 'basement', kind: 'number' },
  auxiliaryArea: { wire: 'auxiliary_area_m2', link: 'auxiliary', kind: 'number' },
  renovationYear: {
    wire: 'renovation_year',
    link: 'renovated',
    kind: 'year',
    needsYear: true,
  },
  ageing: { wire: 'ageing', link: 'ageing', kind: 'name', needsYear: true },
  condition: { wire: 'condition', link: 'condition', kind: 'name', needsYear: true },
  sumInsured: { wire: 'sum_insured', link: 'insured', kind: 'number' },
};
export const termNames = Object.keys(terms) as readonly TermName[];
/** Those that count only with a year of construction. */
export const agingTerms: ReadonlySet<TermName> = new Set(
  termNames.filter(name => terms[name].needsYear),
);

/** The texts of terms as links and files have them; undefined if a text is none. */
const readers: Readonly<Record<Term['kind'], (text: string) => string | number | undefined>> = {
  day: text => (/^[12]/.test(text) && isDay(text) ? text : undefined),
  finest: text => (text === 'finest' ? text : undefined),
  name: text => (text !== '' && text.length <= 64 ? text : undefined),
  number: text => {
    const isNumber = /^[\d.e+-]{1,25}$/.test(text) && Number(text) > 0 && Number(text) < Infinity;
    return isNumber ? Number(text) : undefined;
  },
  year: text => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined),
};

/** Reads the terms that `textOf` returns; `onWrong` is called with the name of each wrong one. */
export function readTerms(
  textOf: (name: TermName) => string | undefined,
  onWrong: (name: TermName) => void = () => {},
): CostTerms {
  const read = termNames.flatMap(name => {
    const text = textOf(name);
    if (text === undefined) return [];
    const value = readers[terms[name].kind](text);
    if (value === undefined) onWrong(name);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(read);
}

/** The terms of a link. Numbers have a decimal point there. */
export function readTermLinks(fields: URLSearchParams): CostTerms {
  return readTerms(name => fields.get(terms[name].link) ?? undefined);
}

/** Writes the terms into the fields of a link. */
export function writeTermLinks(given: CostTerms, fields: URLSearchParams): void {
  for (const name of termNames) {
    if (given[name] !== undefined) fields.set(terms[name].link, String(given[name]));
  }
}

/** The parameters of terms in a request; without a year of construction not those about age. */
export function termsInput(given: CostTerms, hasYear: boolean): Partial<ReconstructionCostInput> {
  const sent = termNames.filter(name => hasYear || !agingTerms.has(name));
  return Object.fromEntries(
    sent.filter(name => given[name] !== undefined).map(name => [terms[name].wire, given[name]]),
  );
}

/** The term of a parameter; undefined for another parameter. */
export function termOf(parameter: string): TermName | undefined {
  return termNames.find(name => terms[name].wire === parameter);
}
