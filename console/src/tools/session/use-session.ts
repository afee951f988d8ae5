import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Client, SessionEnd } from '../../../../client/src/client.ts';
import type { LoginInput } from '../../../../client/src/types.ts';
import { signIn } from './sign-in.ts';
import type { StayObstacle } from './stay-signed-in.ts';
import { storedUserName } from './stored-user-name.ts';
import { useOtherTabs } from './use-other-tabs.ts';

/** The signed-in user, and functions to sign in and out. */
export interface Session {
  /** The name that was typed at sign-in; undefined when no user is signed in. */
  readonly name: string | undefined;
  /** Whether the last session ended without a sign-out. */
  readonly hasEnded: boolean;
  /** Why the browser cannot keep a session; undefined when it can. */
  readonly stayObstacle: StayObstacle | undefined;
  /** Whether the user wanted to stay signed in, and the browser cannot. */
  readonly isNotKept: boolean;
  signIn(input: LoginInput, stay: boolean): Promise<void>;
  signOut(): void;
  /** The user has read that the session is not kept. */
  acknowledge(): void;
}

/** The callback by which the client reports the end of a session. */
export interface SessionEnds {
  listener: (why: SessionEnd) => void;
}

/** The session of the page; its tokens stay inside the client. All tabs share a kept session. */
export function useSession(
  client: Client,
  ends: SessionEnds,
  obstacle: StayObstacle | undefined,
): Session {
  const [name, setName] = useState(() => (client.isLoggedIn() ? storedUserName.read() : undefined));
  const [hasEnded, setHasEnded] = useState(false);
  const [isNotKept, setIsNotKept] = useState(false);
  const [stayObstacle, setStayObstacle] = useState(obstacle);
  const isKept = useRef(name !== undefined);

  useEffect(() => {
    ends.listener = why => {
      // After the browser was closed, there is nothing to resume.
      const isOver = why === 'expired' || (why === 'not resumed' && storedUserName.stays());
      if (isKept.current) storedUserName.forget();
      isKept.current = false;
      setName(undefined);
      setIsNotKept(false);
      setHasEnded(isOver);
    };
  }, [ends]);

  const enter = useCallback((entered: string, kept: boolean) => {
    isKept.current = kept;
    setName(entered);
    setHasEnded(false);
  }, []);

  const followOtherTab = useCallback(
    (other: string | undefined) => {
      const hasOwnSession = client.isLoggedIn() && !isKept.current;
      if (hasOwnSession) {
        if (other === undefined) void client.logout().catch(() => {});
      } else if (other === undefined) {
        // Only here: this tab may have been asleep, and the cookie may be that of a newer session.
        isKept.current = false;
        client.forgetSession();
      } else {
        client.resumeSession();
        enter(other, true);
      }
    },
    [client, enter],
  );
  const notifyOtherTabs = useOtherTabs(followOtherTab);

  const enterWith = useCallback(
    async (input: LoginInput, stay: boolean) => {
      const { isKept: kept, obstacle: found } = await signIn(client, input, stay, stayObstacle);
      if (!client.isLoggedIn()) return;
      setStayObstacle(found);
      setIsNotKept(stay && found !== undefined);
      enter(input.username, kept);
      if (!kept) return;
      storedUserName.store(input.username, stay);
      notifyOtherTabs(input.username);
    },
    [client, enter, notifyOtherTabs, stayObstacle],
  );
  const signOut = useCallback(() => {
    // A failure does not matter: the client has already dropped its tokens.
    void client.logout().catch(() => {});
    notifyOtherTabs(undefined);
  }, [client, notifyOtherTabs]);
  const acknowledge = useCallback(() => setIsNotKept(false), []);
  return useMemo(
    () => ({ name, hasEnded, stayObstacle, isNotKept, signIn: enterWith, signOut, acknowledge }),
    [name, hasEnded, stayObstacle, isNotKept, enterWith, signOut, acknowledge],
  );
}
