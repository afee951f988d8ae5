/** What the confidence of an address is judged by. */
interface Match {
  readonly formatted_address: string;
  readonly components: { readonly street: string | null; readonly regional_unit: string | null };
  readonly match: { readonly confidence: number };
}

/**
 * An address found with less confidence is a guess: it gives no cost, contradicts no other field, and
 * does not replace the text that was typed. `enrich`, the report and the console use this number.
 */
export const sureConfidence = 0.5;

/** Whether an address is found with so little confidence that another one may well be meant. */
export function isGuess({ match }: Pick<Match, 'match'>): boolean {
  return match.confidence < sureConfidence;
}

/** The largest number of namesakes in a message. */
const mostNamed = 3;
/** A match that is less likely than this share of the best is not named. */
const leastShare = 0.3;

/** The confidence of a guess, with the other addresses that may be meant, as it continues a sentence. */
export function describeGuess(best: Match, others: readonly Match[]): string {
  const { confidence } = best.match;
  const likely = others.filter(({ match }) => match.confidence >= leastShare * confidence);
  const names = new Set(likely.map(nameOf));
  names.delete(nameOf(best));
  const shown = [...names].slice(0, mostNamed);
  const more = names.size > shown.length ? ' and others' : '';
  const namesakes = shown.length > 0 ? `; it may also be ${shown.join(' or ')}${more}` : '';
  return `found with a confidence of ${confidence} only${namesakes}`;
}

/** An address as text; villages of one name differ by their regional unit. */
function nameOf({ formatted_address, components: { street, regional_unit } }: Match): string {
  const needsUnit = street === null && regional_unit !== null;
  return needsUnit ? `${formatted_address} (${regional_unit})` : formatted_address;
}
