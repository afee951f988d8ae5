import type { Passwords } from './passwords.ts';
import type { AuthStore } from './store.ts';
import { loginKey, type Users } from './users.ts';

/** The demo's public login; `--demo` listens on loopback only. */
export const demoUser = { name: 'demo', password: 'ktima-demo' };

export interface DemoParts {
  readonly store: AuthStore;
  readonly passwords: Passwords;
  readonly users: Users;
  readonly clock: () => Date;
}

/**
 * Readies the store for a start. With `--demo` the demo user is added, unless an operator's own user
 * has that name; without it the sessions of the demo user are ended. Returns whether the public
 * login works.
 */
export async function prepareDemoUser(parts: DemoParts, allowDemo: boolean): Promise<boolean> {
  const { store, users, clock } = parts;
  await markOldDemoUser(parts);
  if (!allowDemo) {
    await store.endDemoSessions(clock().getTime());
    return false;
  }
  await users.addDemo(demoUser.name, demoUser.password);
  const user = await store.findUser(loginKey(demoUser.name));
  return user?.isDemo === true && !user.disabled;
}

/**
 * Marks a demo user that was added before there was a mark. An operator's own user cannot have this
 * password: it is shorter than new passwords may be.
 */
async function markOldDemoUser({ store, passwords }: DemoParts): Promise<void> {
  const user = await store.findUser(loginKey(demoUser.name));
  if (!user || user.isDemo) return;
  if (await passwords.verify(user.passwordHash, demoUser.password)) await store.markDemo(user.id);
}
