import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Client, LoginInput, SessionEnd } from '../../../client/src/client.ts';

/** Who is signed in, and how that changes. */
export interface Session {
  /** The name that was typed at sign-in; undefined when nobody is signed in. */
  readonly name: string | undefined;
  /** A session ended by itself, and nobody has signed in since. */
  readonly hasEnded: boolean;
  signIn(input: LoginInput): Promise<void>;
  signOut(): void;
}

/** Where the client tells that a session is over. */
export interface SessionEnds {
  listener: (why: SessionEnd) => void;
}

/** The session of the page; its tokens stay inside the client. */
export function useSession(client: Client, ends: SessionEnds): Session {
  const [name, setName] = useState<string>();
  const [hasEnded, setHasEnded] = useState(false);

  useEffect(() => {
    ends.listener = why => {
      setName(undefined);
      setHasEnded(why === 'expired');
    };
  }, [ends]);

  const signIn = useCallback(
    async (input: LoginInput) => {
      await client.login(input);
      setName(input.username);
      setHasEnded(false);
    },
    [client],
  );
  // Signed out here whatever the service says: the client has forgotten the tokens already.
  const signOut = useCallback(() => void client.logout().catch(() => {}), [client]);
  return useMemo(() => ({ name, hasEnded, signIn, signOut }), [name, hasEnded, signIn, signOut]);
}
