import type { JWK } from 'jose';

/** Someone who may log in. */
export interface User {
  readonly id: string;
  /** As the operator wrote it. */
  readonly name: string;
  readonly email: string | null;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** Added by `serve --demo`; without `--demo` it cannot log in. */
  readonly isDemo: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Of the second factor, in base 32 and sealed when a secret is set; null without one. */
  readonly otpSecret: string | null;
  /** Another number after the second factor was set or removed. */
  readonly otpVersion: number;
}

/** A user to be added; not the demo's unless told. */
export type NewUser = Omit<User, 'otpVersion' | 'isDemo'> & { readonly isDemo?: boolean };

/** What of a user a login has checked. */
export type Checked = Pick<User, 'passwordHash' | 'otpVersion'>;

/** One login, and all that is refreshed from it. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  /** Where it was started from: an IP address. */
  readonly address: string;
  readonly startedAtMs: number;
  readonly refreshedAtMs: number;
  /** The end that no refresh moves. */
  readonly expiresAtMs: number;
  /** When the last of its access tokens has expired, with a margin. */
  readonly tokensUntilMs: number;
}

/** A session in the list of ended sessions. */
export interface EndedSession extends Pick<Session, 'id' | 'tokensUntilMs'> {
  /** The list is in the order of this number, then of the id. */
  readonly number: number;
}

/** The token that follows a spent one: only its hash, and the salt it was derived with. */
export interface NextToken {
  readonly hash: string;
  readonly salt: string;
}

/** When a refresh happens, and what is granted by it. */
export interface RefreshContext {
  readonly nowMs: number;
  /** When the access token that is issued has expired. */
  readonly tokensUntilMs: number;
  /** Whether the demo user may go on. */
  readonly allowDemo: boolean;
}

/** What came of a refresh; `salt` is that of the token to answer with. */
export type Refreshed =
  | { readonly outcome: 'granted'; readonly session: Session; readonly salt: string }
  /** A token spent long ago: someone has a copy, so the session was ended. */
  | { readonly outcome: 'reused'; readonly session: Session }
  | { readonly outcome: 'refused' };

/** Failures counted under one key: of an address, an account, or both. */
export interface Bucket {
  readonly key: string;
  readonly failures: number;
  readonly updatedAtMs: number;
  /** 0 when it was never locked. */
  readonly lockedUntilMs: number;
}

/** A line of the audit trail. */
export interface AuditEntry {
  readonly atMs: number;
  readonly event: string;
  /** Null when it concerns no user, or none that exists. */
  readonly userId: string | null;
  /** As it was then. */
  readonly userName: string | null;
  readonly from: string;
}

/** A key that signs tokens. Published from its making; times in milliseconds since 1970. */
export interface SigningKey {
  readonly kid: string;
  /** 1 for the first, then counting; no two keys share one. */
  readonly generation: number;
  readonly publicJwk: JWK;
  /** The private JWK as JSON, sealed (see `openSeal`) when a secret is set. */
  readonly privateKey: string;
  readonly createdAtMs: number;
  /** The newest key whose time has come signs. */
  readonly signsFromMs: number;
}

/**
 * What the authentication service keeps, apart from the property data. Each method is one
 * transaction: several instances may work on one store, and races are decided in it alone.
 */
export interface AuthStore {
  /** By login key (see `loginKey`) of the user's name or e-mail. */
  findUser(key: string): Promise<User | undefined>;
  listUsers(): Promise<User[]>;
  /** False when one of the keys already belongs to someone; then nothing is written. */
  addUser(user: NewUser, keys: readonly string[]): Promise<boolean>;
  enableUser(userId: string): Promise<void>;
  /** Marks a user as the demo's. */
  markDemo(userId: string): Promise<void>;
  /** Also ends the user's sessions. */
  disableUser(userId: string, nowMs: number): Promise<void>;
  /** Also ends the user's sessions; a demo user becomes an operator's own. */
  changePassword(userId: string, passwordHash: string, nowMs: number): Promise<void>;

  /** For a better hash of the same password; does nothing when it was changed meanwhile. */
  renewPasswordHash(userId: string, before: string, after: string): Promise<void>;
  /** Also ends the user's sessions. */
  deleteUser(userId: string, nowMs: number): Promise<void>;

  /** Replaces what there was; also ends the user's sessions. */
  setSecondFactor(
    userId: string,
    otpSecret: string,
    recoveryHashes: readonly string[],
    nowMs: number,
  ): Promise<void>;
  removeSecondFactor(userId: string): Promise<void>;
  /** The same secret, stored in another way; does nothing when it was changed meanwhile. */
  renewOtpSecret(userId: string, before: string, after: string): Promise<void>;
  /** False when the code of this time step, or of a later one, was used already. */
  spendStep(userId: string, step: number): Promise<boolean>;
  hasRecoveryCode(userId: string, codeHash: string): Promise<boolean>;
  /** False when it was used already. */
  spendRecoveryCode(userId: string, codeHash: string): Promise<boolean>;

  /** False when the user was disabled, or password or second factor changed, since it was read. */
  startSession(session: Session, tokenHash: string, checked: Checked): Promise<boolean>;
  /** Spends a token as `decideRefresh` says; of parallel calls one wins, all learn its salt. */
  refresh(tokenHash: string, next: NextToken, how: RefreshContext): Promise<Refreshed>;
  /** Ends the session that a token, spent or not, belongs to; undefined when there is none. */
  endSessionOfToken(tokenHash: string, nowMs: number): Promise<Session | undefined>;
  /** The user's sessions that can be refreshed, newest first. */
  liveSessions(userId: string, nowMs: number): Promise<Session[]>;
  /** Ends one session of a user, or all; returns how many. */
  endSessions(userId: string, sessionId: string | undefined, nowMs: number): Promise<number>;
  /** Ends the sessions of demo users. */
  endDemoSessions(nowMs: number): Promise<void>;
  /** Where the user's sessions were started from. */
  addressesOf(userId: string): Promise<string[]>;
  /**
   * The list of ended sessions whose access tokens may still be valid at `nowMs`: the next `limit`
   * behind a session that was read before. When that one is not in the list (any more, or since the
   * database was restored), the first ones. A session that was ended before this call, by whatever
   * instance and clock, comes behind all that were read before this call.
   */
  endedSessions(
    behind: Pick<EndedSession, 'number' | 'id'> | undefined,
    limit: number,
    nowMs: number,
  ): Promise<EndedSession[]>;
  /**
   * Takes up to `limit` sessions off the list whose tokens expired before `beforeMs`, but never the
   * last ones; returns how many.
   */
  unlistSessions(beforeMs: number, limit: number): Promise<number>;
  /** Forgets up to `limit` sessions that were over before `beforeMs`; returns how many. */
  forgetSessions(beforeMs: number, limit: number): Promise<number>;

  /** In the order of the keys; an empty one where there is none. */
  readBuckets(keys: readonly string[]): Promise<Bucket[]>;
  /** Lets `change`, which must be pure, see the buckets and writes those it returns. */
  changeBuckets(
    keys: readonly string[],
    change: (buckets: readonly Bucket[]) => readonly Bucket[],
  ): Promise<void>;
  /** Deletes buckets that nothing was counted in since `beforeMs`, but none that begins with `kept`. */
  forgetBuckets(beforeMs: number, kept: string): Promise<void>;
  /** Empties all buckets whose key begins with one of these. */
  clearBuckets(prefixes: readonly string[]): Promise<void>;

  addAuditEntry(entry: Omit<AuditEntry, 'userName'>): Promise<void>;
  /** The newest so many, of one user or all, oldest first. */
  auditEntries(userId: string | undefined, limit: number): Promise<AuditEntry[]>;
  forgetAudit(beforeMs: number): Promise<void>;

  /** Newest generation first. */
  signingKeys(): Promise<SigningKey[]>;
  /** Keeps this key unless there is one of its generation already. */
  addSigningKey(key: SigningKey): Promise<void>;
  setPrivateKey(kid: string, privateKey: string): Promise<void>;
  /** False when there is no such key, or when it is the one that signs at `nowMs`. */
  removeSigningKey(kid: string, nowMs: number): Promise<boolean>;

  /**
   * Throws when the database is damaged. The first call looks through all of it; later ones tell
   * of damage that was met since. PostgreSQL looks after its own files.
   */
  check(): Promise<void>;
  close(): Promise<void>;
}
