import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { type AddressBar, readAddressBar, writeAddressBar } from './address-bar.ts';
import { type HistoryState, nextHistoryState, readHistoryState } from './history-state.ts';

/** The state of the page in the browser's history, so that back and forward return to it. */
export interface PageHistory {
  /** The state in the URL. */
  readonly bar: AddressBar;
  /** How often the user went back or forward. */
  readonly returns: number;
  /** Opens another state as a new entry, or `isSame` as the next state of the current one. */
  change(changed: Partial<AddressBar>, isSame?: boolean): void;
  kept(): HistoryState;
  /** Changes what the current entry keeps. */
  keep(part: Partial<HistoryState>): void;
}

/** The state of the page in the browser's history. */
export function useAddressBar(): PageHistory {
  const [bar, setBar] = useState(() => readAddressBar(location.hash));
  const [returns, setReturns] = useState(0);

  // In the same step as the first reading: a change of the URL in between would be lost.
  useLayoutEffect(() => {
    const read = () => {
      setBar(readAddressBar(location.hash));
      setReturns(before => before + 1);
    };
    addEventListener('hashchange', read);
    addEventListener('popstate', read);
    return () => {
      removeEventListener('hashchange', read);
      removeEventListener('popstate', read);
    };
  }, []);

  const kept = useCallback(() => readHistoryState(history.state), []);
  const keep = useCallback(
    (part: Partial<HistoryState>) =>
      history.replaceState({ ...readHistoryState(history.state), ...part }, ''),
    [],
  );
  const change = useCallback((changed: Partial<AddressBar>, isSame = false) => {
    const before = readAddressBar(location.hash);
    const next = { ...before, ...changed };
    const hash = writeAddressBar(next);
    if (hash !== location.hash) {
      const state = nextHistoryState(readHistoryState(history.state), before, next);
      if (isSame) history.replaceState(state, '', hash);
      else history.pushState(state, '', hash);
    }
    setBar(next);
  }, []);

  return { bar, returns, change, kept, keep };
}
