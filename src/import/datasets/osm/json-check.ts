/** Reads a value out of JSON, or throws a sentence that says where it stood and what was expected. */
export type Check<Value> = (value: unknown, at: string) => Value;

type Checked<Fields> = { [Name in keyof Fields]: Fields[Name] extends Check<infer V> ? V : never };

/** A text that is not empty. */
export const text: Check<string> = (value, at) => {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Error(`${at}: expected a text`);
};

/** One of some texts. */
export function oneOf<Text extends string>(...allowed: readonly Text[]): Check<Text> {
  return (value, at) => {
    const found = allowed.find(item => item === value);
    if (found !== undefined) return found;
    throw new Error(`${at}: expected ${allowed.map(item => `"${item}"`).join(' or ')}`);
  };
}

/** A list of any length. */
export function listOf<Item>(item: Check<Item>): Check<readonly Item[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw new Error(`${at}: expected a list`);
    return value.map((entry, i) => item(entry, `${at}, ${i + 1}`));
  };
}

/** A list that is not empty. */
export function atLeastOne<Item>(list: Check<readonly Item[]>): Check<readonly Item[]> {
  return (value, at) => {
    const items = list(value, at);
    if (items.length > 0) return items;
    throw new Error(`${at}: expected at least one`);
  };
}

/** What may be left out, and is then undefined. */
export function optional<Value>(check: Check<Value>): Check<Value | undefined> {
  return (value, at) => (value === undefined ? undefined : check(value, at));
}

/** An object with these fields and no other; without any given, one with whatever fields. */
export function record(fields: undefined): Check<Readonly<Record<string, unknown>>>;
export function record<Fields extends Readonly<Record<string, Check<unknown>>>>(
  fields: Fields,
): Check<Checked<Fields>>;
export function record(fields: Readonly<Record<string, Check<unknown>>> | undefined) {
  return (value: unknown, at: string) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error(`${at || 'the whole'}: expected an object`);
    }
    if (fields === undefined) return value;
    const where = (name: string) => (at ? `${at}, ${name}` : name);
    const unknown = Object.keys(value).find(name => !Object.hasOwn(fields, name));
    if (unknown !== undefined) {
      throw new Error(`${where(unknown)}: expected only ${Object.keys(fields).join(', ')}`);
    }
    return Object.fromEntries(
      Object.entries(fields).map(([name, check]) => {
        return [name, check((value as Record<string, unknown>)[name], where(name))];
      }),
    );
  };
}
