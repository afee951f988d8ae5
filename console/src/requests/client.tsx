import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../../client/src/client.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

/** The client of both services. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient: expected a component inside ClientContext');
  return client;
}
