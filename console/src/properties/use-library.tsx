import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { browserShelf } from './browser-shelf.ts';
import { type Contents, type Library, openLibrary } from './library.ts';
import { subjectKey } from './property.ts';

const prefix = 'ktima.property.';

/** The library in this browser's local storage. */
export function openBrowserLibrary(): Library {
  const library = openLibrary(browserShelf(prefix, () => localStorage));
  return {
    ...library,
    remove: subject => {
      library.remove(subject);
      // Few properties have photographs: the code is loaded when one is removed.
      import('../report/photos/photo-store.ts')
        .then(({ removePhotosOf }) => removePhotosOf(subjectKey(subject)))
        .catch(() => undefined);
    },
    subscribe: listener => {
      const stop = library.subscribe(listener);
      const onStorage = ({ key }: StorageEvent) => {
        // No key: another tab cleared everything.
        if (key === null || key.startsWith(prefix)) listener();
      };
      addEventListener('storage', onStorage);
      return () => {
        stop();
        removeEventListener('storage', onStorage);
      };
    },
  };
}

export const LibraryContext = createContext<Library | undefined>(undefined);

/** The library, and its contents as they are now. */
export function useLibrary(): { readonly library: Library; readonly contents: Contents } {
  const library = useContext(LibraryContext);
  if (!library) throw new Error('useLibrary: expected a component inside LibraryContext');
  const [contents, setContents] = useState(library.contents);
  useEffect(() => {
    const read = () => setContents(library.contents());
    // Something may have changed before this effect ran.
    read();
    return library.subscribe(read);
  }, [library]);
  return { library, contents };
}

/** The addresses and codes of the properties, as the search suggests them. */
export function recentTexts({ saved, recent }: Contents): string[] {
  return [...saved, ...recent].flatMap(({ subject, address }) => [
    ...(subject.kind === 'kaek' ? [subject.code] : []),
    ...(subject.kind === 'address' && address ? [address.el, address.en] : []),
  ]);
}
