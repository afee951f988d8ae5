import { damageIn, type Unreadable } from '../../files/bytes.ts';
import type { Feature } from './reader.ts';

/** Reads a feature. A RangeError makes it `Unreadable`, with the error as its problem. */
export function featureOrUnreadable(
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
