import type { Subject } from '../subject/subject.ts';
import type { Shelf } from './browser-shelf.ts';
import { newProperty, type Property, subjectKey } from './property.ts';
import { readProperty } from './read-property.ts';

/** The number of recent properties that are kept. */
export const mostRecent = 20;

/** The properties of this browser at one moment. */
export interface Contents {
  /** Opened last first. */
  readonly saved: readonly Property[];
  readonly recent: readonly Property[];
  /** The names of stored texts that cannot be read: damaged, or of a newer version. */
  readonly unreadable: readonly string[];
  /** Why some changes are kept only until the page closes. */
  readonly failure: 'blocked' | 'full' | undefined;
}

type Change = Partial<Omit<Property, 'subject'>>;

/** The recent and saved properties. */
export interface Library {
  contents(): Contents;
  find(subject: Subject): Property | undefined;
  /** Changes a property, which is added if it is new. */
  change(subject: Subject, change: Change): void;
  /** Adds properties as they are, in place of those with the same subject. */
  put(properties: readonly Property[]): void;
  remove(subject: Subject): void;
  removeRecent(): void;
  removeUnreadable(): void;
  /** Calls back after each change, also of another tab. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** The version of a stored property. */
const version = 1;

/**
 * A library on a shelf. Each property is a text of its own, so that two tabs never overwrite each
 * other's properties, and a damaged text harms no other.
 */
export function openLibrary(shelf: Shelf, now: () => Date = () => new Date()): Library {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const write = (property: Property) => {
    const name = subjectKey(property.subject);
    const before = shelf.get(name);
    if (before !== undefined && !read(name)) shelf.set(`unreadable ${name}`, before);
    shelf.set(name, JSON.stringify({ version, property }));
  };
  const find = (subject: Subject) => read(subjectKey(subject));

  /** A text that did not change is not read again: its property stays the same object. */
  const known = new Map<
    string,
    { readonly text: string; readonly property: Property | undefined }
  >();
  function read(name: string): Property | undefined {
    const text = shelf.get(name);
    if (text === undefined) return undefined;
    if (known.get(name)?.text !== text) known.set(name, { text, property: readStored(text) });
    return known.get(name)!.property;
  }

  function contents(): Contents {
    const stored = shelf.names().map(name => ({ name, property: read(name) }));
    const properties = stored
      .flatMap(({ property }) => property ?? [])
      .sort((one, other) => other.openedAt.localeCompare(one.openedAt));
    return {
      saved: properties.filter(({ isSaved }) => isSaved),
      recent: properties.filter(({ isSaved }) => !isSaved),
      unreadable: stored.filter(({ property }) => !property).map(({ name }) => name),
      failure: shelf.unkept().length === 0 ? undefined : shelf.isBlocked ? 'blocked' : 'full',
    };
  }

  function dropRecent(kept: number): void {
    for (const { subject } of contents().recent.slice(kept)) shelf.delete(subjectKey(subject));
  }

  function put(properties: readonly Property[]): void {
    for (const property of properties) write(property);
    if (properties.some(({ isSaved }) => !isSaved)) dropRecent(mostRecent);
    if (!shelf.isBlocked) makeRoom();
    changed();
  }

  /** In a full storage, what the user saved is worth more than what was only opened. */
  function makeRoom(): void {
    const unkept = new Set(shelf.unkept());
    if (unkept.size === 0) return;
    const lost = contents().saved.filter(({ subject }) => unkept.has(subjectKey(subject)));
    if (lost.length === 0) return;
    dropRecent(0);
    for (const property of lost) write(property);
  }

  return {
    contents,
    find,
    put,
    change: (subject, change) =>
      put([{ ...newProperty(subject, now()), ...find(subject), ...change }]),
    remove: subject => {
      shelf.delete(subjectKey(subject));
      changed();
    },
    removeRecent: () => {
      dropRecent(0);
      changed();
    },
    removeUnreadable: () => {
      for (const name of contents().unreadable) shelf.delete(name);
      changed();
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function readStored(text: string): Property | undefined {
  try {
    const stored = JSON.parse(text);
    return stored?.version === version ? readProperty(stored.property) : undefined;
  } catch {
    return undefined;
  }
}
