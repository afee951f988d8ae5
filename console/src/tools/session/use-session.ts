import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Client, SessionEnd } from '../../../../client/src/client.ts';
import type { LoginInput } from '../../../../client/src/types.ts';
import { signIn } from './sign-in.ts';
import type { StayObstacle } from './stay-signed-in.ts';
import { storedUser, type User } from './stored-user.ts';
import { useOtherTabs } from './use-other-tabs.ts';

/** The signed-in user, and functions to sign in and out. */
export interface Session {
  /** The name that was typed at sign-in; undefined when no user is signed in. */
  readonly name: string | undefined;
  /** How the last session ended, if not by a sign-out. */
  readonly ended: 'expired' | 'otherUser' | undefined;
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
  const [name, setName] = useState(() =>
    client.isLoggedIn() ? storedUser.read()?.name : undefined,
  );
  const [ended, setEnded] = useState<Session['ended']>();
  const [isNotKept, setIsNotKept] = useState(false);
  const [stayObstacle, setStayObstacle] = useState(obstacle);
  const isKept = useRef(name !== undefined);

  useEffect(() => {
    ends.listener = why => {
      // After the browser was closed, there is nothing to resume.
      const isOver = why === 'expired' || (why === 'not resumed' && storedUser.stays());
      if (isKept.current) storedUser.forget();
      isKept.current = false;
      setName(undefined);
      setIsNotKept(false);
      setEnded(why === 'other user' ? 'otherUser' : isOver ? 'expired' : undefined);
    };
  }, [ends]);

  const enter = useCallback((entered: string, kept: boolean) => {
    isKept.current = kept;
    setName(entered);
    setEnded(undefined);
  }, []);

  const followOtherTab = useCallback(
    (other: User | undefined) => {
      const hasOwnSession = client.isLoggedIn() && !isKept.current;
      if (hasOwnSession) {
        if (other === undefined) void client.logout().catch(() => {});
      } else if (other === undefined) {
        // Only here: this tab may have been asleep, and the cookie may be that of a newer session.
        isKept.current = false;
        client.forgetSession();
      } else {
        client.resumeSession(other.id);
        enter(other.name, true);
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
      const id = client.userId();
      if (!kept || id === undefined) return;
      const user = { name: input.username, id };
      storedUser.store(user, stay);
      notifyOtherTabs(user);
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
    () => ({ name, ended, stayObstacle, isNotKept, signIn: enterWith, signOut, acknowledge }),
    [name, ended, stayObstacle, isNotKept, enterWith, signOut, acknowledge],
  );
}
