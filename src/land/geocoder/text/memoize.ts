/** At most this many texts are remembered; typed ones are among them, and those never end. */
const most = 20_000;

/** The same function with a memory by its text, because words repeat often. */
export function memoized<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) {
      value = work(text);
      if (known.size >= most) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
