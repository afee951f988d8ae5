import { fold } from '#domain/geocoder/text/fold.ts';
import type { insuredFields } from '#domain/property/usual-names.ts';

type InsuredField = (typeof insuredFields)[number];

/** Words for an insured amount, as a whole or abbreviated; the others need a further word. */
const amount = /^(?:κεφ(?:αλαι\p{L}*)?|kefalaio|ακ|tiv|tsi|si)$/u;
const anyAmount = /^(?:αξι(?:α|εσ)|ποσ(?:ο|α)|sums?|values?|amounts?|limits?)$/;
const insured = /^(?:ασφ(?:αλ)?|ασφαλι(?:ζομεν|σμεν)\p{L}*|ασφαλισησ|insured)$/u;
/** Words that are another amount of money, or of no insurance. */
const others =
  /ασφαλιστρ|premium|απαλλαγ|deductib|excess|φορο|tax|vat$|φπα|ενφια|commission|προμηθει/;
/** What may stand between them. */
const fillers = new Set(
  'σε ευρω eur euro in of for the του τησ των εργασιων εργ κερδων εισοδ εισοδηματοσ ενοικιων business and και'.split(
    ' ',
  ),
);

const coverage: readonly (readonly [RegExp, InsuredField])[] = [
  [/^(?:κτ|κτ[ιη]ρ\p{L}*|κτισμ\p{L}*|οικοδ\p{L}*|ακινητου?|building\p{L}*|bldg)$/u, 'sum_insured'],
  [
    /^(?:περ|περιεχ\p{L}*|οικοσκευ\p{L}*|εξοπλισμ\p{L}*|εμπορ|εμπορευμ\p{L}*|conts?|contents?|stock|equipment)$/u,
    'contents_sum_insured',
  ],
  [/^(?:διακ|διακοπ\p{L}*|απωλ|απωλει\p{L}*|bi|interruption)$/u, 'interruption_sum_insured'],
];

/** The words of a heading: `Ασφ. κεφ. κτιρ. (€)`, `BuildingTIV`, `Α.Κ. περιεχομένου`. */
function wordsOf(name: string): string[] {
  const apart = name.replace(/M ?& ?E/, 'equipment').replace(/(?<=[a-z]|^BI)(?=[A-Z])/g, ' ');
  const folded = fold(apart).replace(/(?<!\p{L})α\.? ?κ\.?(?!\p{L})/u, 'ακ');
  return folded.match(/\p{L}+/gu) ?? [];
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
  return others.test(fold(name.slice(0, longest)));
}

/** Whether a cell is an amount with a currency sign. */
export function hasCurrency(cell: string): boolean {
  return /\d/.test(cell) && currency.test(cell.slice(0, longest));
}
