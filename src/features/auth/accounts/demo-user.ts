import type { AuthStore } from '../auth-store.ts';
import type { Users } from './users.ts';

/** The demo's public login, its name also as login key; `--demo` listens on loopback only. */
export const demoUser = { name: 'demo', password: 'ktima-demo' };

export interface DemoParts {
  readonly store: AuthStore;
  readonly users: Users;
  readonly clock: () => Date;
}

/**
 * Prepares the demo user when the service starts. With `--demo`: adds it, unless an operator's user
 * has that name. Without `--demo`: ends its sessions. Returns whether the demo login works.
 */
export async function prepareDemoUser(
  { store, users, clock }: DemoParts,
  allowDemo: boolean,
): Promise<boolean> {
  if (!allowDemo) {
    await store.endDemoSessions(clock().getTime());
    return false;
  }
  await users.addDemo(demoUser.name, demoUser.password);
  const user = await store.findUser(demoUser.name);
  return user?.isDemo === true && !user.disabled;
}
