import { useCallback, useEffect, useState } from 'preact/hooks';
import { type AddressBar, readAddressBar, writeAddressBar } from './address-bar.ts';

/** The state of the URL, and a function to change it; the back button works. */
export function useAddressBar(): [AddressBar, (change: Partial<AddressBar>) => void] {
  const [bar, setBar] = useState(() => readAddressBar(location.hash));

  useEffect(() => {
    const read = () => setBar(readAddressBar(location.hash));
    addEventListener('hashchange', read);
    addEventListener('popstate', read);
    return () => {
      removeEventListener('hashchange', read);
      removeEventListener('popstate', read);
    };
  }, []);

  const change = useCallback((changed: Partial<AddressBar>) => {
    const next = { ...readAddressBar(location.hash), ...changed };
    const hash = writeAddressBar(next);
    if (hash !== location.hash) history.pushState(null, '', hash);
    setBar(next);
  }, []);

  return [bar, change];
}
