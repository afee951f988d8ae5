import type { JWK } from 'jose';

/** Someone who may log in. */
export interface User {
  readonly id: string;
  /** As the operator wrote it. */
  readonly name: string;
  readonly email: string | null;
  readonly passwordHash: string;
  readonly disabled: boolean;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** A key that signs tokens, with its private part. */
export interface SigningKey {
  readonly kid: string;
  readonly privateJwk: JWK;
  readonly createdAt: string;
}

/** What the authentication service keeps, apart from the property data. */
export interface AuthStore {
  /** By login key (see `loginKey`) of the user's name or e-mail. */
  findUser(key: string): Promise<User | undefined>;
  listUsers(): Promise<User[]>;
  /** False when one of the keys already belongs to someone; then nothing is written. */
  addUser(user: User, keys: readonly string[]): Promise<boolean>;
  setDisabled(userId: string, disabled: boolean): Promise<void>;
  setPasswordHash(userId: string, passwordHash: string): Promise<void>;

  /** Newest first. */
  signingKeys(): Promise<SigningKey[]>;
  /** Keeps this key unless there is one already: of two instances starting at once, one wins. */
  addFirstSigningKey(key: SigningKey): Promise<void>;

  close(): Promise<void>;
}
