import type { Fault } from '../match/evidence.ts';
import { fold } from '../text/fold.ts';
import { readHouseNumber, writeHouseNumber } from './house-number.ts';
import type { ParsedAddress } from './parse.ts';

/**
 * A street with the house number that was given beside it. It comes before the numbers of the
 * street's own text, which may be a part of the name: `Πλατεία 1866`.
 */
export function withGivenNumber(parsed: ParsedAddress, given: string | undefined): ParsedAddress {
  if (given === undefined) return parsed;
  const number = readHouseNumber(fold(given));
  if (number === undefined) {
    const fault = { field: 'house_number' as const, problem: `"${given}" was set aside` };
    return { ...parsed, setAside: [...parsed.setAside, fault] };
  }
  const last = lastOfStreet(parsed.groups);
  const groups = parsed.groups.map((group, i) =>
    i === last ? { ...group, numbers: [number, ...group.numbers] } : group,
  );
  return { ...parsed, groups };
}

/** The last group of the street: `Κωνσταντίνου & Ελένης` are two, and the number follows both. */
function lastOfStreet(groups: ParsedAddress['groups']): number {
  const next = groups.findIndex(({ afterAnd }, i) => i > 0 && !afterAnd);
  return (next === -1 ? groups.length : next) - 1;
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
  const typed = groups.slice(0, lastOfStreet(groups) + 1).flatMap(({ numbers }) => numbers);
  const stray = typed.map(writeHouseNumber).filter(n => !known.includes(n));
  return stray.map(n => ({ field: 'street', problem: `${n} is not part of its name` }));
}
