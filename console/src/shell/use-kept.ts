import { useState } from 'preact/hooks';
import { readStoredChoice, storeChoice } from './stored-choice.ts';

/** A state that survives a reload of its tab. What is stored is used only if `isValid` accepts it. */
export function useKept<T>(
  name: string,
  first: T,
  isValid: (stored: unknown) => stored is T,
): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      const stored: unknown = JSON.parse(readStoredChoice(name, 'session') ?? 'null');
      return isValid(stored) ? stored : first;
    } catch {
      return first;
    }
  });
  const set = (next: T) => {
    setValue(next);
    storeChoice(name, JSON.stringify(next), 'session');
  };
  return [value, set];
}
