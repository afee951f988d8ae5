/** Named texts that stay in the browser. Nothing here throws. */
export interface Shelf {
  names(): string[];
  get(name: string): string | undefined;
  /** Keeps a text. If the browser refuses, it is kept until the page closes. */
  set(name: string, text: string): void;
  delete(name: string): void;
  /** The names of texts that are kept only until the page closes. */
  unkept(): string[];
  /** Whether the browser offers no storage at all. */
  readonly isBlocked: boolean;
}

type BrowserStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The texts of local storage under a prefix. Where it is blocked or full, memory takes their place.
 */
export function browserShelf(prefix: string, open: () => BrowserStorage): Shelf {
  const memory = new Map<string, string>();
  const kept = orUndefined(open);
  return {
    names: () => [...new Set([...memory.keys(), ...(orUndefined(() => namesIn(kept)) ?? [])])],
    get: name => memory.get(name) ?? orUndefined(() => kept?.getItem(prefix + name)) ?? undefined,
    set: (name, text) => {
      try {
        if (!kept) throw new Error('this page has no storage');
        kept.setItem(prefix + name, text);
        memory.delete(name);
      } catch {
        memory.set(name, text);
      }
    },
    delete: name => {
      memory.delete(name);
      orUndefined(() => kept?.removeItem(prefix + name));
    },
    unkept: () => [...memory.keys()],
    isBlocked: kept === undefined,
  };

  function namesIn(storage: BrowserStorage | undefined): string[] {
    return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage!.key(index))
      .filter(key => key?.startsWith(prefix))
      .map(key => key!.slice(prefix.length));
  }
}

/** Browsers throw on each access to blocked storage. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
