import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../../../client/src/client.ts';

/** The time limit of a call: on a slow device the first drawing of the map delays answers by seconds. */
export const callTimeoutMs = 30_000;

export const ClientContext = createContext<Client | undefined>(undefined);

/** The client of both services. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient: expected a component inside ClientContext');
  return client;
}
