import { fold } from './fold.ts';
import { phoneticKeys } from './phonetic.ts';
import { stem } from './stem.ts';

/** A name by the stems of its words: the same for nominative and genitive, with any accents. */
export function nameKey(name: string): string {
  return fold(name)
    .split(/[^a-zα-ω0-9]+/)
    .map(word => stem(phoneticKeys(word)[0]!))
    .join(' ');
}
