import { randomUUID } from 'node:crypto';
import { scopes as knownScopes } from '#http/scopes.ts';
import { KtimaError, usageError } from '#tools/errors.ts';
import type { AuthStore, NewUser, User } from '../auth-store.ts';
import type { Audit } from '../protection/audit.ts';
import {
  isCommonPassword,
  maxPasswordLength,
  minPasswordLength,
  type Passwords,
} from '../protection/passwords.ts';
import type { Seal } from '../protection/seal.ts';
import {
  bucketPrefixesOf,
  codeBucketKeysOf,
  lockedFactors,
  lockedUsers,
} from '../protection/throttle.ts';
import { type Enrolment, enrol } from './second-factor.ts';

/** The form of a name or e-mail for comparison: case and Unicode form do not matter. */
export function loginKey(name: string): string {
  // Σ has two lower-case letters, and toLowerCase picks one by what follows.
  return name.normalize('NFKC').trim().toLowerCase().replaceAll('ς', 'σ');
}

/** The dependencies of user management. */
export interface UserParts {
  readonly store: AuthStore;
  readonly passwords: Passwords;
  readonly seal: Seal;
  readonly audit: Audit;
  /** The operator, for the audit trail. */
  readonly from: string;
  readonly clock: () => Date;
}

/** A user in the list. */
export interface ListedUser extends User {
  /** `locked` after too many wrong codes. */
  readonly secondFactor: 'none' | 'set' | 'locked';
  /** The end of a lock after wrong passwords or codes, maybe for one network only. */
  readonly lockedUntil: Date | null;
}

export type Users = ReturnType<typeof openUsers>;

/** User management for the command line. */
export function openUsers({ store, passwords, seal, audit, from, clock }: UserParts) {
  const nowMs = () => clock().getTime();

  async function find(name: string): Promise<User> {
    const user = (await store.findUser(loginKey(name))) ?? (await findSignedOn(name));
    if (!user) throw new KtimaError('NOT_FOUND', `no user ${name}; 'ktima user list' shows all`);
    return user;
  }

  /** A user of a provider, by id: people choose their names there, so two may have the same. */
  async function findSignedOn(id: string): Promise<User | undefined> {
    const users = await store.listUsers();
    return users.find(user => user.issuer !== null && user.id === id);
  }

  /** A user with a password. */
  async function findOwn(name: string): Promise<User> {
    const user = await find(name);
    if (user.issuer === null) return user;
    throw usageError(`${name} signs in at ${user.issuer}: change it there`);
  }

  return {
    async list(): Promise<ListedUser[]> {
      const list = await store.listUsers();
      const ids = list.map(({ id }) => id);
      const locked = await lockedFactors(store, ids);
      const until = await lockedUsers(store, nowMs());
      return list.map(user => ({
        ...user,
        secondFactor: stateOf(user, locked),
        lockedUntil: until.has(user.id) ? new Date(until.get(user.id)!) : null,
      }));
    },

    async add(name: string, password: string, email?: string): Promise<void> {
      checkName('user name', name);
      if (email !== undefined) checkEmail(email);
      checkNewPassword(password, [name, email]);
      await insert(name, password, email);
    },

    /** Adds the demo user if its name is free. The public password is too short for other users. */
    async addDemo(name: string, password: string): Promise<void> {
      if (!(await store.findUser(loginKey(name)))) await insert(name, password, undefined, true);
    },

    async setDisabled(name: string, disabled: boolean): Promise<void> {
      const { id } = await find(name);
      if (disabled) await store.disableUser(id, nowMs());
      else await store.enableUser(id);
      await audit(disabled ? 'user disabled' : 'user enabled', id, from);
    },

    async setPassword(name: string, password: string): Promise<void> {
      const user = await findOwn(name);
      checkNewPassword(password, [user.name, user.email]);
      await store.changePassword(user.id, await passwords.hash(password), nowMs());
      await audit('password changed', user.id, from);
    },

    /** Narrows what the user's tokens may be used for; undefined for all. Ends the sessions. */
    async setScopes(name: string, scopes: string | undefined): Promise<void> {
      const { id } = await findOwn(name);
      await store.setUserScopes(id, scopes === undefined ? null : readScopes(scopes), nowMs());
      await audit('scopes changed', id, from);
    },

    /** Gives the user a new second factor and ends the user's sessions. */
    async enrol(name: string): Promise<Enrolment> {
      const user = await findOwn(name);
      const enrolment = await enrol(store, seal, user, nowMs());
      await store.clearBuckets(codeBucketKeysOf(user.id));
      await audit('second factor set', user.id, from);
      return enrolment;
    },

    async removeSecondFactor(name: string): Promise<void> {
      const { id } = await find(name);
      await store.removeSecondFactor(id);
      await audit('second factor removed', id, from);
    },

    /** Unlocks a user who is locked after too many wrong passwords or codes. */
    async unlock(name: string): Promise<void> {
      const { id } = await find(name);
      await store.clearBuckets(bucketPrefixesOf(id));
      await audit('user unlocked', id, from);
    },

    async delete(name: string): Promise<void> {
      const { id } = await find(name);
      // Before the deletion, while the name can still be read.
      await audit('user deleted', id, from);
      await store.deleteUser(id, nowMs());
      await store.clearBuckets(bucketPrefixesOf(id));
    },

    sessions: async (name: string) => store.liveSessions((await find(name)).id, nowMs()),

    /** Ends one session or all; returns how many. */
    async endSessions(name: string, sessionId?: string): Promise<number> {
      const { id } = await find(name);
      const ended = await store.endSessions(id, sessionId, nowMs());
      if (ended > 0) await audit('sessions ended', id, from);
      return ended;
    },

    /** The newest audit entries of one user or of all. */
    log: async (name: string | undefined, limit: number) =>
      store.auditEntries(name === undefined ? undefined : (await find(name)).id, limit),
  };

  async function insert(
    name: string,
    password: string,
    email?: string,
    isDemo = false,
  ): Promise<void> {
    const user: NewUser = {
      id: randomUUID(),
      name: name.normalize('NFC').trim(),
      email: email ?? null,
      passwordHash: await passwords.hash(password),
      disabled: false,
      createdAt: clock().toISOString(),
      otpSecret: null,
      isDemo,
    };
    const keys = [...new Set([name, email ?? name].map(loginKey))];
    if (!(await store.addUser(user, keys))) {
      throw await nameTaken(name, keys);
    }
    await audit('user added', user.id, from);
  }

  async function nameTaken(name: string, keys: readonly string[]): Promise<KtimaError> {
    const owners = await Promise.all(keys.map(key => store.findUser(key)));
    const demo = owners.find(owner => owner?.isDemo);
    const advice = demo
      ? `the user of serve --demo; 'ktima user password ${demo.name}' makes it your own`
      : 'another user';
    return usageError(`${name}: this name or e-mail is taken by ${advice}`);
  }
}

function stateOf({ id, otpSecret }: User, locked: ReadonlySet<string>) {
  if (otpSecret === null) return 'none';
  return locked.has(id) ? 'locked' : 'set';
}

/** Reads scopes that are separated by commas; returns them as a token has them. */
export function readScopes(text: string): string {
  const words = text.split(',').map(word => word.trim());
  if (words.every(word => (knownScopes as readonly string[]).includes(word))) {
    return knownScopes.filter(scope => words.includes(scope)).join(' ');
  }
  throw usageError(`scopes: expected some of ${knownScopes.join(', ')}, got ${text}`);
}

export function checkName(what: string, name: string): void {
  if (loginKey(name) === '' || name.length > 256 || /\p{Cc}/u.test(name)) {
    throw usageError(`${what}: expected 1 to 256 printable characters`);
  }
}

function checkEmail(email: string): void {
  checkName('e-mail', email);
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw usageError(`e-mail: expected name@host, got ${email}`);
}

/** NIST SP 800-63B §3.1.1.2: check the length and the list of common passwords, nothing else. */
function checkNewPassword(password: string, names: readonly (string | null | undefined)[]): void {
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw usageError(`password: expected ${minPasswordLength} to ${maxPasswordLength} characters`);
  }
  const isName = names.some(name => name && loginKey(name) === loginKey(password));
  if (isName || isCommonPassword(password)) {
    throw usageError(
      'password: expected one that is hard to guess, got a common password or the name',
    );
  }
}
