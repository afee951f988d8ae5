import { useCallback, useEffect, useMemo } from 'preact/hooks';

const channelName = 'ktima-session';

/** The name of the user who has signed in and stays so; undefined after a sign-out. */
type News = string | undefined;

/** Sends the other tabs a message before the page has its own channel. */
export function tellOtherTabs(name: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ name });
  channel.close();
}

/** Receives the messages of other tabs. Returns the function that sends them. */
export function useOtherTabs(onNews: (name: News) => void): (name: News) => void {
  const channel = useMemo(() => new BroadcastChannel(channelName), []);
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<{ readonly name: News }>) => onNews(data.name);
  }, [channel, onNews]);
  useEffect(() => () => channel.close(), [channel]);
  return useCallback(name => channel.postMessage({ name }), [channel]);
}
