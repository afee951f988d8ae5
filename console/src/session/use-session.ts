import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Client, LoginInput, SessionEnd } from '../../../client/src/client.ts';

/** The signed-in user, and functions to sign in and out. */
export interface Session {
  /** The name that was typed at sign-in; undefined when no user is signed in. */
  readonly name: string | undefined;
  /** Whether the last session ended without a sign-out. */
  readonly hasEnded: boolean;
  signIn(input: LoginInput): Promise<void>;
  signOut(): void;
}

/** The callback by which the client reports the end of a session. */
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
  // A failure does not matter: the client has already dropped its tokens.
  const signOut = useCallback(() => void client.logout().catch(() => {}), [client]);
  return useMemo(() => ({ name, hasEnded, signIn, signOut }), [name, hasEnded, signIn, signOut]);
}
