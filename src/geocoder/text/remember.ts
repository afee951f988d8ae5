/** The same function, which works out each text only once: words of names repeat a lot. */
export function remembering<T>(work: (text: string) => T): (text: string) => T {
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
