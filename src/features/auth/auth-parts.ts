import type { TokenSettings } from './access-tokens.ts';
import type { Audit } from './audit.ts';
import type { AuthStore } from './auth-store.ts';
import type { Passwords } from './passwords.ts';
import type { CheckCode } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { SignOn } from './sign-on/provider.ts';
import type { Keys } from './signing-keys.ts';
import type { Throttle } from './throttle.ts';

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
  /** The public URL of this service, if it is configured. */
  readonly publicUrl: URL | undefined;
  /** The path of that URL, without a slash at its end; usually empty. */
  readonly publicPath: string;
  readonly clock: () => Date;
}
