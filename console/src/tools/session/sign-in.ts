import { type Client, KtimaApiError } from '../../../../client/src/client.ts';
import type { LoginInput } from '../../../../client/src/types.ts';
import type { StayObstacle } from './stay-signed-in.ts';

/** How a user was signed in. */
interface SignedIn {
  /** Whether the browser keeps the session for other tabs and for later. */
  readonly isKept: boolean;
  /** Why it does not. */
  readonly obstacle?: StayObstacle;
}

/**
 * Signs in: to stay so, or until the browser is closed. If it cannot keep the session, for the known
 * reason or another, this page does, in memory.
 */
export async function signIn(
  client: Client,
  input: LoginInput,
  stay: boolean,
  known?: StayObstacle,
): Promise<SignedIn> {
  if (known) return { ...(await signInHere(client, input)), obstacle: known };
  try {
    const isKept = await client.startSession({ ...input, stay: stay ? 'true' : 'false' });
    // Another tab may have signed out meanwhile; then there is no session to keep.
    if (isKept || !client.isLoggedIn()) return { isKept };
    // A one-time password works once: then the session ends with its first token.
    if (input.otp === undefined) await client.login(input);
    return { isKept, obstacle: 'noCookies' };
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
