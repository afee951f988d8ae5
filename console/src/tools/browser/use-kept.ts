import { useRef, useState } from 'preact/hooks';
import { readStoredChoice, storeChoice } from './stored-choice.ts';

/** A choice that is kept for good, undefined until there is one, and the function that changes it. */
export function useStoredChoice(name: string): [string | undefined, (choice: string) => void] {
  const [choice, setChoice] = useState(() => readStoredChoice(name));
  const choose = (next: string) => {
    storeChoice(name, next);
    setChoice(next);
  };
  return [choice, choose];
}

type SetKept<T> = (next: T | ((before: T) => T)) => void;

/** A state that survives a reload of its tab, if it can be written as JSON. */
export function useKept<T>(name: string, first: T): [value: T, set: SetKept<T>] {
  const [value, setValue] = useState<T>(() => readKept(readStoredChoice(name, 'session'), first));
  const latest = useRef(value);
  const set: SetKept<T> = next => {
    latest.current = next instanceof Function ? next(latest.current) : next;
    setValue(latest.current);
    storeChoice(name, JSON.stringify(latest.current) ?? 'null', 'session');
  };
  return [value, set];
}

/** What was stored, if it is of the same kind: another version of the console may have stored it. */
function readKept<T>(text: string | undefined, first: T): T {
  try {
    const stored = JSON.parse(text ?? 'null');
    const isSame = first === undefined || typeof stored === typeof first;
    return stored === null || !isSame || Array.isArray(stored) !== Array.isArray(first)
      ? first
      : stored;
  } catch {
    return first;
  }
}
