import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { User } from './stored-user.ts';

const channelName = 'ktima-session';

/** The user who has signed in and stays so; undefined after a sign-out. */
type News = User | undefined;

/** Sends the other tabs a message before the page has its own channel. */
export function tellOtherTabs(user: User): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ user });
  channel.close();
}

/** Receives the messages of other tabs. Returns the function that sends them. */
export function useOtherTabs(onNews: (user: News) => void): (user: News) => void {
  const channel = useMemo(() => new BroadcastChannel(channelName), []);
  useEffect(() => {
    channel.onmessage = ({ data }: MessageEvent<{ readonly user: News }>) => onNews(data.user);
  }, [channel, onNews]);
  useEffect(() => () => channel.close(), [channel]);
  return useCallback(user => channel.postMessage({ user }), [channel]);
}
