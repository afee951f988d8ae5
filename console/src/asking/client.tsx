import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../../client/src/client.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

/** The client of both services. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('a component that asks the service stands outside of the app');
  return client;
}
