import type { JWK } from 'jose';

/** A person who may log in. */
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
  /** The secret of the second factor, in base 32, sealed when KTIMA_KEY_SECRET is set; else null. */
  readonly otpSecret: string | null;
  /** Changes each time the second factor is set or removed. */
  readonly otpVersion: number;
  /** The scopes of its tokens, separated by spaces; null for all. */
  readonly scopes: string | null;
  /** The identity provider where the user signs in; null for a user with a password. */
  readonly issuer: string | null;
}

/** A user of an identity provider, who has no password here. `issuer` and `subject` identify it. */
export interface SignedOnUser extends Pick<User, 'id' | 'name' | 'email' | 'createdAt'> {
  readonly issuer: string;
  /** The `sub` of its ID token. */
  readonly subject: string;
  readonly scopes: string;
}

/** A user to add, with all scopes; `isDemo` defaults to false. */
export type NewUser = Omit<User, 'otpVersion' | 'isDemo' | 'scopes' | 'issuer'> & {
  readonly isDemo?: boolean;
};

/** The fields that a login has checked. */
export type CheckedCredentials = Pick<User, 'passwordHash' | 'otpVersion' | 'scopes'>;

/** A program that gets tokens with credentials of its own. */
export interface Client {
  /** Its `client_id`. */
  readonly id: string;
  readonly name: string;
  /** The scopes of its tokens, separated by spaces. */
  readonly scopes: string;
  readonly disabled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When it stops working, in milliseconds since 1970; null for never. */
  readonly expiresAtMs: number | null;
  /** Changes each time credentials are withdrawn or scopes change. */
  readonly version: number;
  /** Newest first. */
  readonly credentials: readonly ClientCredential[];
}

/** A secret or a public key of a client. Times are milliseconds since 1970. */
export interface ClientCredential {
  readonly kind: 'secret' | 'key';
  /** The SHA-256 of the secret in base64url, or the public key as a JWK in JSON. */
  readonly value: string;
  readonly createdAtMs: number;
  /** Set when a newer one replaces it. */
  readonly expiresAtMs: number | null;
}

/**
 * How a client sends the refresh tokens of a session; they are accepted in no other way. A cookie is
 * kept as long as the session, or until the browser is closed (`open browser`). The session of a
 * program (`none`) has no refresh tokens.
 */
export type TokenCarrier = 'cookie' | 'open browser' | 'body' | 'none';

/** One login and its refreshes, or the tokens of a program. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string;
  /** The user or the client. */
  readonly userId: string;
  /** The client's IP address at login. */
  readonly clientIp: string;
  readonly startedAtMs: number;
  readonly refreshedAtMs: number;
  /** The end of the session; a refresh does not extend it. */
  readonly expiresAtMs: number;
  /** When all its access tokens have expired, with a margin. */
  readonly tokensUntilMs: number;
  readonly carrier: TokenCarrier;
}

/** A session in the list of ended sessions. */
export interface EndedSession extends Pick<Session, 'id' | 'tokensUntilMs'> {
  /** The list is sorted by this number, then by id. */
  readonly number: number;
}

/** The successor of a spent token: its hash and the salt it was derived with. */
export interface NextToken {
  readonly hash: string;
  readonly salt: string;
}

/** The time of a refresh, and what it grants. */
export interface RefreshContext {
  readonly nowMs: number;
  /** When the issued access token has expired. */
  readonly tokensUntilMs: number;
  /** Whether the demo user may refresh. */
  readonly allowDemo: boolean;
  /** How the token was sent. */
  readonly carrier: 'cookie' | 'body';
}

/** The outcome of a refresh; `salt` derives the new refresh token. */
export type Refreshed =
  | {
      readonly outcome: 'granted';
      readonly session: Session;
      readonly salt: string;
      /** The scopes of the user; null for all. */
      readonly scopes: string | null;
    }
  /** The token was spent too long ago, so it was copied: the session was ended. */
  | { readonly outcome: 'reused'; readonly session: Session }
  | { readonly outcome: 'refused' };

/** The failed logins of one key: an IP address, an account, or both together. */
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
  /** The user or client; null when the event belongs to none that exists. */
  readonly userId: string | null;
  /** The name at the time of the event. */
  readonly userName: string | null;
  readonly from: string;
  /** How often it happened from this origin, in the hour of `atMs`; 1 for most events. */
  readonly times: number;
}

/** A key that signs tokens. It is published when it is created. Times in milliseconds since 1970. */
export interface SigningKey {
  readonly kid: string;
  /** 1 for the first key, 2 for the next; unique. */
  readonly generation: number;
  readonly publicJwk: JWK;
  /** The private JWK as JSON, sealed (see `openSeal`) when a secret is set. */
  readonly privateKey: string;
  readonly createdAtMs: number;
  /** Of the keys whose time has passed, the newest signs. */
  readonly signsFromMs: number;
}

/** The users of the authentication service. */
export interface UserMethods {
  /** Finds a user by the login key (see `loginKey`) of the name or e-mail. */
  findUser(key: string): Promise<User | undefined>;
  listUsers(): Promise<User[]>;
  /** Returns false and writes nothing when one of the keys is taken. */
  addUser(user: NewUser, keys: readonly string[]): Promise<boolean>;
  /**
   * Adds the user of an identity provider. If it is known, renews its name, e-mail and scopes, and
   * ends its sessions if the scopes differ. Returns the stored user.
   */
  signOnUser(user: SignedOnUser, nowMs: number): Promise<User>;
  enableUser(userId: string): Promise<void>;
  /** Also ends the user's sessions. */
  disableUser(userId: string, nowMs: number): Promise<void>;
  /** Also ends the user's sessions and removes the demo mark. */
  changePassword(userId: string, passwordHash: string, nowMs: number): Promise<void>;
  /** Also ends the user's sessions. */
  setUserScopes(userId: string, scopes: string | null, nowMs: number): Promise<void>;
  /** Stores a stronger hash of the same password; does nothing when the password changed meanwhile. */
  renewPasswordHash(userId: string, before: string, after: string): Promise<void>;
  /** Also ends the user's sessions. */
  deleteUser(userId: string, nowMs: number): Promise<void>;
}

/** The second factors of users and their recovery codes. */
export interface SecondFactorMethods {
  /** Replaces an existing second factor; also ends the user's sessions. */
  setSecondFactor(
    userId: string,
    otpSecret: string,
    recoveryHashes: readonly string[],
    nowMs: number,
  ): Promise<void>;
  removeSecondFactor(userId: string): Promise<void>;
  /** Stores the same secret, sealed again; does nothing when the secret changed meanwhile. */
  renewOtpSecret(userId: string, before: string, after: string): Promise<void>;
  /** Returns false when the code of this time step, or of a later one, was used already. */
  spendStep(userId: string, step: number): Promise<boolean>;
  hasRecoveryCode(userId: string, codeHash: string): Promise<boolean>;
  /** Returns false when the code was used already. */
  spendRecoveryCode(userId: string, codeHash: string): Promise<boolean>;
}

/** Programs that get tokens. */
export interface ClientMethods {
  findClient(id: string): Promise<Client | undefined>;
  listClients(): Promise<Client[]>;
  /** Returns false and writes nothing when the name, by its login key (see `loginKey`), is taken. */
  addClient(client: Client, nameKey: string): Promise<boolean>;
  enableClient(id: string): Promise<void>;
  /** Also ends the client's sessions. */
  disableClient(id: string, nowMs: number): Promise<void>;
  /** Also ends the client's sessions; a request for a token in progress is refused. */
  setClientScopes(id: string, scopes: string, nowMs: number): Promise<void>;
  /** Also ends the client's sessions. */
  deleteClient(id: string, nowMs: number): Promise<void>;
  /**
   * Adds a credential. Of the older ones the newest stays until `olderUntilMs`, the others are
   * deleted. If that time has passed, all are deleted, and the client's sessions end.
   */
  rotateClient(
    id: string,
    credential: ClientCredential,
    olderUntilMs: number,
    nowMs: number,
  ): Promise<void>;
  /**
   * Extends the client's session of the same network, or starts this one; returns its id. Returns
   * undefined when the client was disabled or its credentials were withdrawn since they were checked.
   */
  startClientSession(
    session: Session,
    checked: Pick<Client, 'version'>,
  ): Promise<string | undefined>;
  /** Returns false when the assertion with this id was used already. */
  spendAssertion(idHash: string, expiresAtMs: number): Promise<boolean>;
  /** Deletes the ids of assertions that expired before `beforeMs`. */
  deleteOldAssertions(beforeMs: number): Promise<void>;
}

/** Sessions and their refresh tokens. */
export interface SessionMethods {
  /** Returns false when the user was disabled or its credentials changed since they were checked. */
  startSession(session: Session, tokenHash: string, checked: CheckedCredentials): Promise<boolean>;
  /** Spends a token as `decideRefresh` decides. Parallel calls all return the salt of the first one. */
  refresh(tokenHash: string, next: NextToken, how: RefreshContext): Promise<Refreshed>;
  /** Ends the session of a token, spent or not; returns undefined when there is none. */
  endSessionOfToken(tokenHash: string, nowMs: number): Promise<Session | undefined>;
  /** The user's sessions that can be refreshed, newest first. */
  liveSessions(userId: string, nowMs: number): Promise<Session[]>;
  /** Ends one session of a user, or all; returns how many. */
  endSessions(userId: string, sessionId: string | undefined, nowMs: number): Promise<number>;
  endDemoSessions(nowMs: number): Promise<void>;
  /** Whether a session of the user was started from this network (see `networkOf`). */
  hasSessionFrom(userId: string, network: string): Promise<boolean>;
  /** Deletes up to `limit` sessions that ended or expired before `beforeMs`; returns how many. */
  deleteOldSessions(beforeMs: number, limit: number): Promise<number>;
}

/** The list of ended sessions, which services that check tokens read. */
export interface EndedSessionMethods {
  /**
   * Ended sessions whose access tokens may still be valid at `nowMs`: the next `limit` after the
   * session `after`. If that one is not listed (removed, or the database was restored), the list
   * starts at its beginning. New entries always come after those that were read before, whichever
   * instance or clock ended the session.
   */
  endedSessions(
    after: Pick<EndedSession, 'number' | 'id'> | undefined,
    limit: number,
    nowMs: number,
  ): Promise<EndedSession[]>;
  /**
   * Removes up to `limit` sessions from the list whose tokens expired before `beforeMs`, but never
   * the last ones; returns how many.
   */
  unlistSessions(beforeMs: number, limit: number): Promise<number>;
}

/** The counters of failed logins. */
export interface BucketMethods {
  /** Returns one bucket per key, in the order of the keys; an empty bucket for an unknown key. */
  readBuckets(keys: readonly string[]): Promise<Bucket[]>;
  /** The buckets whose lock ends after `nowMs`. */
  lockedBuckets(nowMs: number): Promise<Bucket[]>;
  /** Calls `change` with the locked buckets and writes those it returns. `change` must be pure. */
  changeBuckets(
    keys: readonly string[],
    change: (buckets: readonly Bucket[]) => readonly Bucket[],
  ): Promise<void>;
  /** Deletes buckets unchanged since `beforeMs`, except those whose key starts with `keptPrefix`. */
  deleteOldBuckets(beforeMs: number, keptPrefix: string): Promise<void>;
  /** Deletes all buckets whose key starts with one of these prefixes. */
  clearBuckets(prefixes: readonly string[]): Promise<void>;
}

/** The audit trail. */
export interface AuditMethods {
  /**
   * Adds an entry. With `sumFromMs`, counts it in the entry of the same event, user and origin since
   * then, if there is one.
   */
  addAuditEntry(entry: Omit<AuditEntry, 'userName' | 'times'>, sumFromMs?: number): Promise<void>;
  /** The newest `limit` entries of one user or of all, oldest first. */
  auditEntries(userId: string | undefined, limit: number): Promise<AuditEntry[]>;
  deleteOldAuditEntries(beforeMs: number): Promise<void>;
}

/** The keys that sign tokens. */
export interface KeyMethods {
  /** Newest generation first. */
  signingKeys(): Promise<SigningKey[]>;
  /** Adds this key; does nothing when a key of the same generation exists. */
  addSigningKey(key: SigningKey): Promise<void>;
  setPrivateKey(kid: string, privateKey: string): Promise<void>;
  /** Returns false when there is no such key, or when it is the key that signs at `nowMs`. */
  removeSigningKey(kid: string, nowMs: number): Promise<boolean>;
}

/**
 * The data of the authentication service, separate from the property data. Each method is one
 * transaction: several instances may share a store, and the store decides races.
 */
export interface AuthStore
  extends UserMethods,
    SecondFactorMethods,
    ClientMethods,
    SessionMethods,
    EndedSessionMethods,
    BucketMethods,
    AuditMethods,
    KeyMethods {
  /**
   * Throws when the database is damaged. The first call checks the whole SQLite file; later calls
   * report damage that a query met since. PostgreSQL checks its own files.
   */
  check(): Promise<void>;
  /** Free bytes on the disk of the database; undefined if unknown: PostgreSQL, or in memory. */
  freeBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}
