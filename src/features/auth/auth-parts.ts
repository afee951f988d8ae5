import type { CheckCode } from './accounts/second-factor.ts';
import type { AuthStore } from './auth-store.ts';
import type { Audit } from './protection/audit.ts';
import type { Passwords } from './protection/passwords.ts';
import type { Throttle } from './protection/throttle.ts';
import type { SignOn } from './sign-on/provider.ts';
import type { TokenSettings } from './tokens/access-tokens.ts';
import type { Sessions } from './tokens/sessions.ts';
import type { Keys } from './tokens/signing-keys.ts';

/** The dependencies of the authentication service. */
export interface AuthParts {
  readonly store: AuthStore;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly checkCode: CheckCode;
  readonly audit: Audit;
  readonly tokens: TokenSettings;
  /** Whether the demo user may log in. */
  readonly allowDemo: boolean;
  /** Whether this is an origin of the console, whose pages may log in. */
  readonly isConsoleOrigin: (origin: string) => boolean;
  /** An origin of the console, for an answer of which the page that asked is unknown. */
  readonly consoleOrigin: () => string;
  /** Single sign-on, if an identity provider is configured. */
  readonly signOn: SignOn | undefined;
  /** The path of the public URL, without a slash at its end; usually empty. */
  readonly publicPath: string;
  readonly clock: () => Date;
}
