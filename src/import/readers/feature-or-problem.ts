import { damageIn } from '../../files/bytes.ts';
import type { Unreadable } from '../../files/unreadable.ts';
import type { Feature } from './reader.ts';

/** A feature; or, where reading it throws a RangeError, what is wrong with it. */
export function featureOrProblem(
  number: number,
  read: () => Omit<Feature, 'number'>,
): Feature | Unreadable {
  try {
    return { number, ...read() };
  } catch (error) {
    if (error instanceof RangeError) return { number, problem: damageIn(error) };
    throw error;
  }
}
