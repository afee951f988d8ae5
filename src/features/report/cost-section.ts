import { type GeocoderIndex, postalCodeRow } from '#domain/geocoder/index/build-index.ts';
import type { Position } from '#domain/geocoder/rows/geocoder-rows.ts';
import { describeGuess, mustAsk, townFault } from '#domain/property/address-match.ts';
import { postalCodeContradiction, prefixOf } from '#domain/property/contradictions.ts';
import type { PropertyType } from '#domain/property/cost/building.ts';
import {
  type CostAnswer,
  type CostQuestion,
  reconstructionCost,
} from '#domain/property/cost/cost.ts';
import type { CostTerms } from '#domain/property/cost/terms.ts';
import { parcelPosition } from '#domain/property/parcels.ts';
import type { Edition } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { type Sentence, withDetails } from '#tools/notation/sentences.ts';
import type { Section, Subject } from './subject.ts';

/** The known data of a building, and how its cost is stated. */
export interface Building extends CostTerms {
  readonly propertyType: PropertyType | undefined;
  readonly buildAreaM2: number | undefined;
  readonly constructionYear: number | undefined;
}

/** The cost, if the building and its postal code are known well enough. */
export function costSection(
  edition: CostData,
  building: Building,
  postalCode: Section<string>,
  today: string,
): Section<CostAnswer> {
  const question = costQuestion(building, postalCode, today);
  if ('missing' in question) return question;
  try {
    return { found: costOf(edition, question.found) };
  } catch (error) {
    return withoutRate(error);
  }
}

/** What costs are computed from. */
type CostData = Pick<Edition, 'addresses' | 'costs'>;

/** The cost; the municipality of the postal code decides if finer rates are asked for. */
export function costOf({ addresses, costs }: CostData, question: CostQuestion): CostAnswer {
  if (question.rates !== 'finest') return reconstructionCost(costs, question);
  const municipality = postalCodeRow(addresses, question.postalCode)?.municipality;
  return reconstructionCost(costs, { ...question, municipality });
}

/** What the cost is computed from, or the reason why something of it is missing. */
export function costQuestion(
  { propertyType, buildAreaM2, ...building }: Building,
  postalCode: Section<string>,
  today: string,
): Section<CostQuestion> {
  if (propertyType === undefined || buildAreaM2 === undefined) {
    return { missing: { code: 'building_missing' } };
  }
  if ('missing' in postalCode) return postalCode;
  const found = {
    ...building,
    postalCode: postalCode.found,
    propertyType,
    buildAreaM2,
    today,
  };
  return { found };
}

/** The section of a cost for which there is no rate; other errors are thrown. */
export function withoutRate(error: unknown): Section<never> {
  if (!(error instanceof KtimaError && error.code === 'NO_COST_MAPPING')) throw error;
  return { missing: error.said as Sentence };
}

/** A postal code, or the reason why the cost has none. */
function postalCodeOrReason(code: string | null): Section<string> {
  return code !== null ? { found: code } : { missing: { code: 'postal_code_missing' } };
}

/**
 * The postal code that prices a property: the one that was sent if it fits the position, else that
 * of the location, unless this is a guess. None for an address that contradicts the town in it. None
 * outside Greece, because rates exist only for Greek prefixes.
 */
export function postalCodeOf(
  { addresses: index }: Pick<Edition, 'addresses'>,
  subject: Subject,
  sent: string | undefined,
): Section<string> {
  const { location } = subject;
  if (!('found' in location)) return postalCodeOrReason(null);
  const located = location.found.components.postal_code;
  const fault = subject.position.from === 'address' ? townFault(location.found.match) : undefined;
  if (fault) {
    const values = { fault: withDetails(fault) };
    return { missing: { code: 'address_against_town', values } };
  }
  if (sent === undefined) return guessOf(subject) ?? postalCodeOrReason(located);
  const sentPosition = postalCodeRow(index, sent);
  const isPrefixNeeded = located === null && sentPosition === undefined;
  const contradiction = postalCodeContradiction({
    sent,
    sentPosition,
    position: positionOf(subject),
    isOtherTown: isOtherTown(index, subject, sent),
    located,
    alike: isPrefixNeeded
      ? index.postalCodes.filter(code => prefixOf(code.postalCode) === prefixOf(sent))
      : [],
  });
  return contradiction ? contradicted(contradiction, sent, subject, located) : { found: sent };
}

/**
 * Whether an address was found in another municipality than that of a postal code. Coordinates and
 * parcels are exact, and may be at the border.
 */
export function isOtherTown(
  index: GeocoderIndex,
  { position, location }: Subject,
  postalCode: string,
): boolean {
  if (position.from !== 'address' || !('found' in location)) return false;
  const { postal_code, municipality } = location.found.components;
  const id = postalCodeRow(index, postalCode)?.municipality;
  const own = index.municipalities.find(row => row.id === id)?.nominative;
  return postal_code !== postalCode && own !== undefined && own !== municipality;
}

/** Why the postal code of an address that may be another one prices nothing. */
function guessOf({ position, location, others = [] }: Subject): Section<string> | undefined {
  if (position.from !== 'address' || !('found' in location)) return undefined;
  if (!mustAsk(location.found, others)) return undefined;
  const guess = describeGuess(location.found, others);
  return { missing: { code: 'address_guessed', values: { guess } } };
}

function positionOf({ position, location, parcel }: Subject): Position {
  if (position.from === 'parcel' && 'found' in parcel) return parcelPosition(parcel.found);
  const isRough = position.from === 'address' && 'found' in location;
  return { ...position, accuracyMetres: isRough ? location.found.match.accuracy_m : 0 };
}

function contradicted(
  { code, values }: Sentence,
  sent: string,
  { position }: Subject,
  located: string | null,
): Section<string> {
  const known = located === null ? '' : ` (${located})`;
  const where: Sentence = { code: `the_${position.from}` };
  return { missing: { code, values: { ...values, code: sent, where, known } } };
}
