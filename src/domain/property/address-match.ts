import { type Sentence, type SentenceCode, withDetails } from '#tools/notation/sentences.ts';

/** A part of an address that was not found as asked. */
interface MatchFault<Code extends string = string> {
  readonly field: string;
  readonly code: Code;
  readonly details: readonly string[];
}

/** What the confidence of an address is judged by. */
interface NamedMatch<Code extends string = string> {
  readonly formatted_address: string;
  readonly components: {
    readonly street: string | null;
    readonly municipality: string | null;
    readonly regional_unit: string | null;
  };
  readonly match: {
    readonly confidence: number;
    readonly faults: readonly MatchFault<Code>[];
  };
}

/**
 * An address found with less confidence is a guess: it gives no cost, contradicts no other field, and
 * does not replace the text that was typed. `enrich`, the report and the console use this number.
 */
export const sureConfidence = 0.5;

/**
 * Whether an address may well be another one: found with little confidence, without its street, or
 * against the town that was written.
 */
export function isGuess({ match }: Pick<NamedMatch, 'match'>): boolean {
  return match.confidence < sureConfidence || lacksStreet(match) || isAgainstTown(match);
}

/** What is near the town, or in it beside words that are not known, does not contradict the town. */
const agreeWithTown = ['found_near', 'found_km_away', 'word_not_known', 'set_aside'];

/** Whether a match contradicts the town that was written, or this is not known. */
export function isAgainstTown(match: NamedMatch['match']): boolean {
  return townFault(match) !== undefined;
}

/** The fault by which a match does so; undefined if it does not. */
export function townFault<F extends MatchFault>({
  faults,
}: {
  readonly faults: readonly F[];
}): F | undefined {
  return faults.find(({ field, code }) => field === 'city' && !agreeWithTown.includes(code));
}

/** Whether a town or code was found whose streets are known, and the typed one is not among them. */
function lacksStreet({ faults }: NamedMatch['match']): boolean {
  return faults.some(
    ({ field, code }) => field === 'street' && (code === 'not_known_in' || code === 'not_found'),
  );
}

/** The largest number of namesakes in a message. */
const mostNamed = 3;
/** A match that is less likely than this share of the best is not named. */
const leastShare = 0.3;

/** How an address was found that is a guess, with the other addresses that may be meant. */
export function describeGuess(
  best: NamedMatch<SentenceCode>,
  others: readonly NamedMatch[],
): Sentence {
  const { confidence } = best.match;
  const isLikely = confidence >= sureConfidence;
  const fault = townFault(best.match);
  if (isLikely && fault) return { code: 'guess_in_town', values: { fault: withDetails(fault) } };
  if (isLikely && lacksStreet(best.match)) return { code: 'guess_without_street' };
  return { code: 'guess_unsure', values: { confidence, also: namesakes(best, others) } };
}

/** The first names of others that may be meant as well; undefined if there are none. */
export function namesakes(best: NamedMatch, others: readonly NamedMatch[]): Sentence | undefined {
  const names = likelyOthers(best, others).map(nameOf);
  if (names.length === 0) return undefined;
  const more: Sentence | undefined = names.length > mostNamed ? { code: 'and_others' } : undefined;
  return { code: 'may_also_be', values: { names: names.slice(0, mostNamed), more } };
}

/** The other matches that may be meant as well, each name once. */
export function likelyOthers<T extends NamedMatch>(best: T, others: readonly T[]): T[] {
  const names = new Set([nameOf(best)]);
  return others.filter(other => {
    const isNew = !names.has(nameOf(other));
    names.add(nameOf(other));
    return isNew && other.match.confidence >= leastShare * best.match.confidence;
  });
}

/** A match in another town that is as likely as this share of the best fits about equally. */
const equalShare = 0.9;

/** Whether it must be asked which match is meant: the best is a guess, or a town fits about equally. */
export function mustAsk(best: NamedMatch, others: readonly NamedMatch[]): boolean {
  const rivals = others.filter(
    ({ match }) => match.confidence >= equalShare * best.match.confidence,
  );
  return isGuess(best) || rivals.some(rival => !isSameTown(best, rival));
}

function isSameTown({ components: one }: NamedMatch, { components: other }: NamedMatch): boolean {
  return one.municipality === other.municipality && one.regional_unit === other.regional_unit;
}

/** An address as text; villages of one name differ by their regional unit. */
function nameOf({ formatted_address, components: { street, regional_unit } }: NamedMatch): string {
  const needsUnit = street === null && regional_unit !== null;
  return needsUnit ? `${formatted_address} (${regional_unit})` : formatted_address;
}

interface Match {
  readonly components: {
    readonly street: string | null;
    readonly house_number: string | null;
    readonly municipality: string | null;
  };
  readonly match: {
    readonly confidence: number;
    readonly faults: readonly MatchFault[];
  };
}

/** Finds the matches of one address, best first, with a postal code as hint if it is given. */
type Search<T> = (postalCode?: string) => Promise<readonly T[]>;

/** The postal code as the hint of a search, which has five digits; the cost needs only two. */
export function searchHint(postalCode: string | undefined): string | undefined {
  return postalCode?.length === 5 ? postalCode : undefined;
}

/**
 * Finds the property at an address that was sent with a postal code, and other matches behind it. The
 * code chooses among namesakes (`Ερμού 15` of many towns), which makes the match more certain. It does
 * not move an address to another town. The report, `enrich` and the console use this function.
 */
export async function locateWithPostalCode<T extends Match>(
  search: Search<T>,
  postalCode: string | undefined,
): Promise<readonly T[]> {
  const hint = searchHint(postalCode);
  if (hint === undefined) return search();
  const withHint = await search(hint);
  const [hinted] = withHint;
  if (hinted && isClear(hinted)) return withHint;
  const withoutHint = await search();
  const [alone] = withoutHint;
  if (!alone || !hinted) return alone ? withoutHint : withHint;
  const isSurer = hinted.match.confidence >= alone.match.confidence;
  const isChosen = isSurer ? !isMoved(alone, hinted) : isOtherStretch(alone, hinted);
  return isChosen ? withHint : withoutHint;
}

/** A house number on a street this sure names no town, so that no second search is needed. */
const clearConfidence = 0.93;

function isClear(found: Match): boolean {
  const { street, house_number } = found.components;
  const isHouse = street !== null && house_number !== null;
  return isHouse && isAsAsked(found) && found.match.confidence >= clearConfidence;
}

/** Whether everything but the house number is as it was typed. */
function isAsAsked({ match }: Match): boolean {
  return match.faults.every(({ field }) => field === 'house_number');
}

/**
 * Whether the postal code chose another stretch of the street, whose known numbers may lack the one
 * that was typed. Without the code that number alone would choose the stretch.
 */
function isOtherStretch({ components: alone }: Match, hinted: Match): boolean {
  const { street, municipality } = hinted.components;
  const isSameStreet = street !== null && street === alone.street;
  const isThere = isSameStreet && municipality === alone.municipality;
  return isThere && isAsAsked(hinted) && hinted.match.confidence >= sureConfidence;
}

/**
 * Whether the postal code moved an address out of the town that was typed: to a town that contradicts
 * it, or from the town itself to a street that has its name elsewhere.
 */
function isMoved(alone: Match, hinted: Match): boolean {
  if (alone.components.municipality === hinted.components.municipality) return false;
  const isStreetForTown = alone.components.street === null && hinted.components.street !== null;
  return isStreetForTown || isAgainstTown(hinted.match);
}
