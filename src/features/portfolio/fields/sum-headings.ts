import { fold } from '#domain/geocoder/text/fold.ts';
import { headingWords, type insuredFields } from '#domain/property/usual-names.ts';
import { numberReadings, withoutAreaUnit } from '#tools/notation/numbers.ts';

/** A field of a sum insured. */
export type InsuredField = (typeof insuredFields)[number];

/** Words for an insured amount, as a whole or abbreviated; the others need a further word. */
const amount = /^(?:κεφ(?:αλ\p{L}*)?|ακ|tiv|tsi|si)$/u;
const anyAmount = /^(?:αξι(?:α|εσ)|ποσ(?:ο|α)|sums?|val|values?|amt|amounts?|limits?)$/;
const insured = /^(?:ασφ(?:αλ)?|ασφαλι(?:ζομεν|σμεν)\p{L}*|ασφαλισησ|ins|insured)$/u;
/** Words that are another amount of money, or of no insurance. */
const others =
  /ασφαλιστρ|(?<!\p{L})prem(?:ium|s|$|[\s_])|απαλλαγ|deduct|excess|φορο|tax|vat$|φπα|ενφια|commission|προμηθει/u;
/** What may stand between them. */
const fillers = new Set(
  'σε ευρω eur euro in of for the του τησ των εργασιων εργ κερδων εισοδ εισοδηματοσ ενοικιων business and και'.split(
    ' ',
  ),
);

const coverage: readonly (readonly [RegExp, InsuredField])[] = [
  [/^(?:κτ|κτ[ιη]ρ\p{L}*|κτισμ\p{L}*|οικοδ\p{L}*|ακινητου?|building\p{L}*|bldg)$/u, 'sum_insured'],
  [
    /^(?:περ|περιεχ\p{L}*|οικοσκ\p{L}*|εξοπλ\p{L}*|μηχαν\p{L}*|εμπορ|εμπορευμ\p{L}*|conts?|contents?|stock|goods|equip|equipment|machinery)$/u,
    'contents_sum_insured',
  ],
  [/^(?:διακ|διακοπ\p{L}*|απωλ|απωλει\p{L}*|bi|interruption)$/u, 'interruption_sum_insured'],
];

/** That a heading has thousands of euro: `(χιλ. €)`, `σε χιλιάδες`, `(000)`, `k€`, `τ. ευρώ`. */
const thousands =
  /(?<!\p{L})(?:χιλ(?:ιαδεσ)?|thousands?|thous|tsd|k ?€|€ ?k|k ?eur(?:o)?|eur(?:o)? ?k|τ\.? ?(?:€|ευρω))(?!\p{L})\.?|(?<![\d.,])[.,']?000(?:'?s)?(?!\d)/gu;

/** What each amount of a column is multiplied by. */
export function multipleIn(name: string): number {
  return fold(name.slice(0, longest)).search(thousands) === -1 ? 1 : 1_000;
}

/** The words of a heading: `Ασφ. κεφ. κτιρ. (€)`, `BuildingTIV`, `Α.Κ. περιεχομένου`. */
function wordsOf(name: string): readonly string[] {
  const apart = name.replace(/M ?& ?E/, 'equipment').replace(/(?<=[a-z]|^BI)(?=[A-Z])/g, ' ');
  return headingWords(fold(apart).replace(thousands, ' ')).filter(word => /\p{L}/u.test(word));
}

const currency = /€|(?<!\p{L})(?:EUR|ευρώ)(?!\p{L})/iu;

/** No heading is longer. */
const longest = 100;

/**
 * The coverage of a heading that names an insured amount by its parts, each perhaps abbreviated;
 * `any` if it names no coverage. Undefined for all other headings.
 */
export function sumNamed(name: string): InsuredField | 'any' | undefined {
  const words = name.length > longest ? [] : wordsOf(name);
  const coverages = new Set<InsuredField>();
  for (const word of words) {
    const [, field] = coverage.find(([pattern]) => pattern.test(word)) ?? [];
    if (field) coverages.add(field);
    else if (!isOfSum(word)) return undefined;
  }
  const [field, other] = coverages;
  if (other) return undefined;
  if (isSum(words)) return field ?? 'any';
  // `contents_insured`; the other order may be a description.
  if (words.at(-1) === 'insured') return field;
  // The value of a property is what it sells for.
  const isPlain = words.some(word => anyAmount.test(word)) || currency.test(name);
  return isPlain && !/ακιν|limit/.test(words.join(' ')) ? field : undefined;
}

/** The coverage that is all of a heading, which may be that of a sum: `Κτίριο`, `Contents`. */
export function coverageNamed(name: string): InsuredField | undefined {
  const words = wordsOf(name.slice(0, longest)).filter(word => !isOfSum(word));
  const fields = words.map(word => coverage.find(([pattern]) => pattern.test(word))?.[1]);
  return fields.every(field => field === fields[0]) ? fields[0] : undefined;
}

/** Whether cells are amounts that may be insured. */
export function areAmounts(cells: readonly string[]): boolean {
  const amounts = cells.map(amountIn);
  const isSum = (value: number) => value === 0 || value >= 1_000;
  return (
    amounts.some(value => value >= 1_000) && amounts.filter(isSum).length >= 0.9 * cells.length
  );
}

function isOfSum(word: string): boolean {
  return [amount, anyAmount, insured].some(kind => kind.test(word)) || fillers.has(word);
}

/** Whether words name an insured amount: `κεφάλαιο`, `TIV`, or `ασφ. αξία`. */
function isSum(words: readonly string[]): boolean {
  const has = (kind: RegExp) => words.some(word => kind.test(word));
  return has(amount) || (has(anyAmount) && has(insured));
}

/** Whether a heading has a word of an insured amount. */
export function mayBeSum(name: string): boolean {
  const words = wordsOf(name.slice(0, longest));
  return !isOtherMoney(name) && (isSum(words) || words.includes('limit'));
}

/** Whether a heading is of other money: premium, deductible or tax. */
export function isOtherMoney(name: string): boolean {
  return others.test([fold(name.slice(0, longest)), ...wordsOf(name.slice(0, longest))].join(' '));
}

/** Whether a cell is an amount with a currency sign. */
export function hasCurrency(cell: string): boolean {
  return /\d/.test(cell) && currency.test(cell.slice(0, longest));
}

/** The number of a cell with an amount or an area; NaN if it has none. */
export function amountIn(cell: string): number {
  const { comma, point } = numberReadings(withoutAreaUnit(cell.replace(/€|EUR/giu, '').trim()));
  return comma ?? point ?? Number.NaN;
}
