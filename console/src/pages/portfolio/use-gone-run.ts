import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ListedPortfolio } from './run/ask-portfolios.ts';
import { goneText } from './run/summary-lines.ts';
import type { PortfolioWords } from './run/words.ts';

interface Wanted {
  readonly own: PortfolioWords;
  /** The list of an answer; undefined while it is asked for. */
  readonly files: readonly ListedPortfolio[] | undefined;
  /** The id of the run in the URL. */
  readonly wantedId: string | undefined;
  readonly shown: ListedPortfolio | undefined;
  /** Asks for the list again. */
  onNews(): void;
  /** Takes the run out of the URL. */
  onGone(): void;
}

/** Notices that the open run is no longer there, as another tab has deleted it; `gone` says so. */
export function useGoneRun({ own, files, wantedId, shown, onNews, onGone }: Wanted) {
  const [gone, setGone] = useState<string>();
  const last = useRef<ListedPortfolio>(undefined);
  const channel = useMemo(() => new BroadcastChannel('ktima-portfolios'), []);
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && onNews();
    channel.onmessage = onNews;
    document.addEventListener('visibilitychange', look);
    return () => {
      channel.close();
      document.removeEventListener('visibilitychange', look);
    };
  }, [channel]);
  useEffect(() => {
    if (wantedId !== undefined) setGone(undefined);
  }, [wantedId]);
  // Only after an answer: a file that was sent just now is not in the list before.
  useEffect(() => {
    const text = files && goneText(files, wantedId, last.current, own);
    if (text === undefined) return;
    setGone(text);
    onGone();
  }, [files]);
  useEffect(() => {
    last.current = shown;
  }, [shown]);
  return {
    gone,
    /** After this tab has deleted the open run. */
    forget: () => {
      last.current = undefined;
    },
    tellOthers: () => channel.postMessage('deleted'),
  };
}
