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
 * Prepares the demo user when the service starts. With `--demo`: adds it, unless an operator's user
 * has that name. Without `--demo`: ends its sessions. Returns whether the demo login works.
 */
export async function prepareDemoUser(parts: DemoParts, allowDemo: boolean): Promise<boolean> {
  const { store, users, clock } = parts;
  await markUnmarkedDemoUser(parts);
  if (!allowDemo) {
    await store.endDemoSessions(clock().getTime());
    return false;
  }
  await users.addDemo(demoUser.name, demoUser.password);
  const user = await store.findUser(loginKey(demoUser.name));
  return user?.isDemo === true && !user.disabled;
}

/**
 * Marks a demo user that an older version added without the mark. It is recognised by its password,
 * which is too short for any other user.
 */
async function markUnmarkedDemoUser({ store, passwords }: DemoParts): Promise<void> {
  const user = await store.findUser(loginKey(demoUser.name));
  if (!user || user.isDemo) return;
  if (await passwords.verify(user.passwordHash, demoUser.password)) await store.markDemo(user.id);
}
