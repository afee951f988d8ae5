/** The same function with a cache by its text, because words of names repeat often. */
export function memoized<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) {
      value = work(text);
      known.set(text, value);
    }
    return value;
  };
}
