import { type Client, KtimaApiError } from '../../../../client/src/client.ts';
import type { LoginInput } from '../../../../client/src/types.ts';
import type { StayObstacle } from './stay-signed-in.ts';

/** How a user was signed in. */
interface SignedIn {
  /** Whether the browser keeps the session for other tabs and for later. */
  readonly isKept: boolean;
  /** Why it does not, if the user asked for it. */
  readonly obstacle?: StayObstacle;
}

/** Signs in. If the browser cannot keep the session, this page does, in memory. */
export async function signIn(client: Client, input: LoginInput, stay: boolean): Promise<SignedIn> {
  if (!stay) return signInHere(client, input);
  try {
    const isKept = await client.startSession(input);
    // Another tab may have signed out meanwhile; then there is no session to keep.
    return isKept || !client.isLoggedIn() ? { isKept } : { isKept, obstacle: 'noCookies' };
  } catch (error) {
    // Rejected before the password was checked.
    const isRefused = error instanceof KtimaApiError && error.status === 403;
    if (!isRefused) throw error;
    return { ...(await signInHere(client, input)), obstacle: 'otherSite' };
  }
}

async function signInHere(client: Client, input: LoginInput): Promise<SignedIn> {
  await client.login(input);
  return { isKept: false };
}
