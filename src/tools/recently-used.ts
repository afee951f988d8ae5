/** Values by a text. */
export interface Cache<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
}

/** A cache of at most `most` values; the one that was used least recently is dropped first. */
export function recentlyUsed<T>(most: number): Cache<T> {
  // A Map keeps the order of insertion: here that of the last use.
  const values = new Map<string, T>();
  const set = (key: string, value: T) => {
    values.delete(key);
    values.set(key, value);
    if (values.size > most) values.delete(values.keys().next().value!);
  };
  const get = (key: string) => {
    const value = values.get(key);
    if (value !== undefined) set(key, value);
    return value;
  };
  return { get, set, delete: key => values.delete(key) };
}
