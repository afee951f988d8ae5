import { damageIn } from './bytes.ts';
import type { Feature, Unreadable } from './reader.ts';

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
