import type { Fault } from '../match/street-candidate.ts';
import { fold } from '../text/fold.ts';
import { readHouseNumber, writeHouseNumber } from './house-number.ts';
import type { ParsedAddress } from './parse.ts';

/**
 * A street with the house number that was given beside it. It comes before the numbers of the
 * street's own text, which may be a part of the name: `Πλατεία 1866`.
 */
export function withGivenNumber(parsed: ParsedAddress, given: string | undefined): ParsedAddress {
  const number = given === undefined ? undefined : readHouseNumber(fold(given));
  if (number === undefined) return parsed;
  const [street, ...others] = parsed.groups;
  if (street === undefined) return parsed;
  return { ...parsed, groups: [{ ...street, numbers: [number, ...street.numbers] }, ...others] };
}

/** The faults of a street for numbers in its text that neither its name nor the given one has. */
export function strayNumberFaults(
  { groups }: ParsedAddress,
  given: string | undefined,
  name: string,
): Fault[] {
  const number = given === undefined ? undefined : readHouseNumber(fold(given));
  if (number === undefined) return [];
  const known = [writeHouseNumber(number), ...(name.match(/\d+/g) ?? [])];
  const stray = (groups[0]?.numbers ?? []).map(writeHouseNumber).filter(n => !known.includes(n));
  return stray.map(n => ({ field: 'street', problem: `${n} is not part of its name` }));
}
