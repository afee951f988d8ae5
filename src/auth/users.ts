import { randomUUID } from 'node:crypto';
import { KtimaError } from '../errors.ts';
import { maxPasswordLength, minPasswordLength, type Passwords } from './passwords.ts';
import type { Seal } from './seal.ts';
import { type Enrolment, enrol } from './second-factor.ts';
import type { AuthStore, User } from './store.ts';

/** What a name or e-mail is compared by: one account whatever the case or Unicode form. */
export function loginKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Managing users; the command line's view of the authentication store. */
export function openUsers(store: AuthStore, passwords: Passwords, clock: () => Date, seal: Seal) {
  async function find(name: string): Promise<User> {
    const user = await store.findUser(loginKey(name));
    if (!user) throw new KtimaError('NOT_FOUND', `no user ${name}; 'ktima user list' shows all`);
    return user;
  }

  return {
    list: () => store.listUsers(),

    async add(name: string, password: string, email?: string): Promise<void> {
      checkName('user name', name);
      if (email !== undefined) checkEmail(email);
      checkNewPassword(password);
      await insert(name, password, email);
    },

    /** The demo's user; its password is public and too short for anything else. */
    async addDemo(name: string, password: string): Promise<void> {
      if (!(await store.findUser(loginKey(name)))) await insert(name, password);
    },

    async setDisabled(name: string, disabled: boolean): Promise<void> {
      const { id } = await find(name);
      if (disabled) await store.disableUser(id, clock().getTime());
      else await store.enableUser(id);
    },

    async setPassword(name: string, password: string): Promise<void> {
      const { id } = await find(name);
      checkNewPassword(password);
      await store.changePassword(id, await passwords.hash(password), clock().getTime());
    },

    /** Gives the user a second factor, a new one if there was one. */
    enrol: async (name: string): Promise<Enrolment> => enrol(store, seal, await find(name)),

    async removeSecondFactor(name: string): Promise<void> {
      await store.removeSecondFactor((await find(name)).id);
    },
  };

  async function insert(name: string, password: string, email?: string): Promise<void> {
    const user: User = {
      id: randomUUID(),
      name: name.normalize('NFC').trim(),
      email: email ?? null,
      passwordHash: await passwords.hash(password),
      disabled: false,
      createdAt: clock().toISOString(),
      otpSecret: null,
    };
    const keys = new Set([name, email ?? name].map(loginKey));
    if (!(await store.addUser(user, [...keys]))) {
      throw new KtimaError('USAGE', `${name}: this name or e-mail is taken by another user`);
    }
  }
}

function checkName(what: string, name: string): void {
  if (loginKey(name) === '' || name.length > 256 || /\p{Cc}/u.test(name)) {
    throw new KtimaError('USAGE', `${what}: expected 1 to 256 printable characters`);
  }
}

function checkEmail(email: string): void {
  checkName('e-mail', email);
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new KtimaError('USAGE', `e-mail: ${email} is none`);
}

function checkNewPassword(password: string): void {
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw new KtimaError(
      'USAGE',
      `password: expected ${minPasswordLength} to ${maxPasswordLength} characters`,
    );
  }
}
