import { openPasswords } from '../auth/passwords.ts';
import { openSeal } from '../auth/seal.ts';
import { openSqliteAuthStore } from '../auth/sqlite.ts';
import { openUsers } from '../auth/users.ts';
import type { Settings } from '../config.ts';
import { readNewPassword } from './password.ts';
import { drawQr } from './qr/draw.ts';
import { table } from './table.ts';

/** Runs one of the user commands on the authentication database. */
export async function withUsers<T>(
  settings: Settings,
  work: (users: ReturnType<typeof openUsers>) => Promise<T>,
): Promise<T> {
  const store = openSqliteAuthStore(settings.authDatabasePath);
  try {
    const passwords = await openPasswords({ slots: 1, queue: 1 });
    return await work(openUsers(store, passwords, () => new Date(), openSeal(settings.keySecret)));
  } finally {
    await store.close();
  }
}

export function addUser(settings: Settings, name: string, email?: string): Promise<string> {
  return withUsers(settings, async users => {
    await users.add(name, await readNewPassword(), email);
    return `user ${name} added`;
  });
}

export function changePassword(settings: Settings, name: string): Promise<string> {
  return withUsers(settings, async users => {
    await users.setPassword(name, await readNewPassword());
    return `password of ${name} changed`;
  });
}

export function enrolSecondFactor(settings: Settings, name: string): Promise<string> {
  return withUsers(settings, async users => {
    const { secret, uri, recoveryCodes } = await users.enrol(name);
    return [
      `Scan this with an authenticator program, or type the secret into it.`,
      '',
      drawQr(uri),
      '',
      `secret   ${secret}`,
      `address  ${uri}`,
      '',
      'Recovery codes. Each works once, in place of a one-time password. Keep them safe:',
      'neither they nor the secret will be shown again.',
      '',
      ...recoveryCodes.map(code => `  ${code}`),
    ].join('\n');
  });
}

export function removeSecondFactor(settings: Settings, name: string): Promise<string> {
  return withUsers(settings, async users => {
    await users.removeSecondFactor(name);
    return `user ${name} logs in without a second factor now`;
  });
}

export function setDisabled(settings: Settings, name: string, disabled: boolean): Promise<string> {
  return withUsers(settings, async users => {
    await users.setDisabled(name, disabled);
    return `user ${name} ${disabled ? 'disabled' : 'enabled'}`;
  });
}

export function listUsers(settings: Settings, { json }: { json: boolean }): Promise<string> {
  return withUsers(settings, async users => {
    const list = (await users.list()).map(({ name, email, disabled, createdAt }) => ({
      name,
      email,
      disabled,
      created_at: createdAt,
    }));
    if (json) return JSON.stringify(list, null, 2);
    if (list.length === 0) return "no users yet; 'ktima user add NAME' makes one";
    return table(
      ['user', 'e-mail', 'state', 'created'],
      list.map(u => [
        u.name,
        u.email ?? '',
        u.disabled ? 'disabled' : 'active',
        u.created_at.slice(0, 10),
      ]),
    );
  });
}
