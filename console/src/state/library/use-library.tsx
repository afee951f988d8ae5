import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { browserShelf } from './browser-shelf.ts';
import { type Contents, type Library, openLibrary } from './library.ts';
import { subjectKey } from './property.ts';

const prefix = 'ktima.property.';
const settleMs = 50;

/** The library in this browser's local storage. */
function openBrowserLibrary(): Library {
  const library = openLibrary(browserShelf(prefix, () => localStorage));
  return {
    ...library,
    remove: subject => {
      library.remove(subject);
      // Few properties have photographs: the code is loaded when one is removed.
      import('./photo-store.ts')
        .then(({ removePhotosOf }) => removePhotosOf(subjectKey(subject)))
        .catch(() => undefined);
    },
    subscribe: listener => {
      const stop = library.subscribe(listener);
      let pending: ReturnType<typeof setTimeout> | undefined;
      const onStorage = ({ key }: StorageEvent) => {
        // No key: another tab cleared everything. An import of another tab is many events.
        if (key !== null && !key.startsWith(prefix)) return;
        clearTimeout(pending);
        pending = setTimeout(listener, settleMs);
      };
      addEventListener('storage', onStorage);
      return () => {
        stop();
        clearTimeout(pending);
        removeEventListener('storage', onStorage);
      };
    },
  };
}

interface OpenLibrary {
  readonly library: Library;
  /** As they are now. */
  readonly contents: Contents;
}

const LibraryContext = createContext<OpenLibrary | undefined>(undefined);

/** The library of the page, which is read once after each change. */
export function LibraryProvider({ children }: { children: ComponentChildren }) {
  const library = useMemo(openBrowserLibrary, []);
  const [contents, setContents] = useState(library.contents);
  useEffect(() => {
    const read = () => setContents(library.contents());
    // Something may have changed before this effect ran.
    read();
    return library.subscribe(read);
  }, [library]);
  const open = useMemo(() => ({ library, contents }), [library, contents]);
  return <LibraryContext.Provider value={open}>{children}</LibraryContext.Provider>;
}

/** The library, and its contents as they are now. */
export function useLibrary(): OpenLibrary {
  const open = useContext(LibraryContext);
  if (!open) throw new Error('useLibrary: expected a component inside LibraryProvider');
  return open;
}

/** The addresses and codes of the properties, as the search suggests them. */
export function recentTexts({ saved, recent }: Contents): string[] {
  return [...saved, ...recent].flatMap(({ subject, address }) => [
    ...(subject.kind === 'kaek' ? [subject.code] : []),
    ...(subject.kind === 'address' && address ? [address.el, address.en] : []),
  ]);
}
