import { useCallback, useEffect, useMemo } from 'preact/hooks';

/** The name of the user who has signed in and stays so; undefined after a sign-out. */
type News = string | undefined;

/** Receives the messages of other tabs. Returns the function that sends them. */
export function useOtherTabs(onNews: (name: News) => void): (name: News) => void {
  const channel = useMemo(() => new BroadcastChannel('ktima-session'), []);
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<{ readonly name: News }>) => onNews(data.name);
  }, [channel, onNews]);
  useEffect(() => () => channel.close(), [channel]);
  return useCallback(name => channel.postMessage({ name }), [channel]);
}
