import { userInfo } from 'node:os';
import { openAudit } from '../auth/audit.ts';
import { openAuthStore } from '../auth/open-store.ts';
import { openPasswords } from '../auth/passwords.ts';
import { openSeal } from '../auth/seal.ts';
import { openUsers, type Users } from '../auth/users.ts';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { postgresOptions } from '../services/databases.ts';
import { readNewPassword } from '../terminal/new-password.ts';
import { jsonText, type Text } from '../terminal/print.ts';
import { drawQr } from '../terminal/qr.ts';
import { table } from '../terminal/table.ts';

/** Runs one of the user commands on the authentication database. */
async function withUsers<T>(settings: Settings, work: (users: Users) => Promise<T>): Promise<T> {
  const store = await openAuthStore(settings.authDatabaseUrl, postgresOptions(settings));
  const clock = () => new Date();
  try {
    const passwords = await openPasswords({ slots: 1, queue: 1 });
    const audit = openAudit(store, clock);
    const seal = openSeal(settings.keySecret, settings.oldKeySecret);
    return await work(openUsers({ store, passwords, seal, audit, from: atCommandLine(), clock }));
  } finally {
    await store.close();
  }
}

/** Who sits at the command line, for the audit trail. */
export function atCommandLine(): string {
  return `command line (${userInfo().username})`;
}

export function addUser(settings: Settings, name: string, email?: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.add(name, await readNewPassword(), email);
    return `user ${name} added`;
  });
}

export function changePassword(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.setPassword(name, await readNewPassword());
    return `password of ${name} changed`;
  });
}

export function enrolSecondFactor(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    const { secret, uri, recoveryCodes } = await users.enrol(name);
    return [
      'Scan this with an authenticator program, or type the secret into it.',
      '',
      ...drawQr(uri),
      '',
      `secret   ${secret}`,
      `address  ${uri}`,
      '',
      'Recovery codes. Each works once, in place of a one-time password. Keep them safe:',
      'neither they nor the secret will be shown again.',
      '',
      ...recoveryCodes.map(code => `  ${code}`),
    ];
  });
}

export function removeSecondFactor(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.removeSecondFactor(name);
    return `user ${name} logs in without a second factor now`;
  });
}

export function setDisabled(settings: Settings, name: string, disabled: boolean): Promise<Text> {
  return withUsers(settings, async users => {
    await users.setDisabled(name, disabled);
    return `user ${name} ${disabled ? 'disabled' : 'enabled'}`;
  });
}

export function listUsers(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  return withUsers(settings, async users => {
    const list = (await users.list()).map(user => ({
      name: user.name,
      email: user.email,
      disabled: user.disabled,
      demo: user.isDemo,
      second_factor: user.secondFactor !== 'none',
      second_factor_locked: user.secondFactor === 'locked',
      created_at: user.createdAt,
    }));
    if (json) return jsonText(list);
    if (list.length === 0) return "no users yet; 'ktima user add NAME' makes one";
    return table(
      ['user', 'e-mail', 'state', 'second factor', 'created'],
      list.map(u => [
        u.name,
        u.email ?? '',
        u.disabled ? 'disabled' : u.demo ? 'with --demo' : 'active',
        u.second_factor_locked ? 'locked' : u.second_factor ? 'yes' : 'no',
        u.created_at.slice(0, 10),
      ]),
    );
  });
}

export function unlockUser(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.unlock(name);
    return `user ${name} may try again`;
  });
}

export function deleteUser(settings: Settings, name: string): Promise<Text> {
  return withUsers(settings, async users => {
    await users.delete(name);
    return `user ${name} deleted`;
  });
}

/** The sessions of a user; or, with `end`, ends one by its id or all (`true`). */
export function userSessions(
  settings: Settings,
  name: string,
  { end, json }: { end?: string | true; json: boolean },
): Promise<Text> {
  return withUsers(settings, async users => {
    if (end !== undefined) {
      const ended = await users.endSessions(name, end === true ? undefined : end);
      if (ended === 0 && end !== true) throw new KtimaError('NOT_FOUND', `no session ${end}`);
      return `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${name} ended`;
    }
    const list = (await users.sessions(name)).map(session => ({
      id: session.id,
      address: session.address,
      started_at: new Date(session.startedAtMs).toISOString(),
      refreshed_at: new Date(session.refreshedAtMs).toISOString(),
      expires_at: new Date(session.expiresAtMs).toISOString(),
    }));
    if (json) return jsonText(list);
    if (list.length === 0) return `${name} has no session`;
    return table(
      ['session', 'from', 'started (UTC)', 'refreshed (UTC)'],
      list.map(s => [s.id, s.address, minute(s.started_at), minute(s.refreshed_at)]),
    );
  });
}

/** The audit trail, oldest first, of one user or of all. */
export function userLog(
  settings: Settings,
  name: string | undefined,
  { limit, json }: { limit: number; json: boolean },
): Promise<Text> {
  return withUsers(settings, async users => {
    const list = (await users.log(name, limit)).map(entry => ({
      at: new Date(entry.atMs).toISOString(),
      user: entry.userName,
      from: entry.from,
      event: entry.event,
    }));
    if (json) return jsonText(list);
    if (list.length === 0) return 'nothing happened yet';
    return table(
      ['when (UTC)', 'user', 'from', 'what'],
      list.map(e => [e.at.slice(0, 19).replace('T', ' '), e.user ?? '', e.from, e.event]),
    );
  });
}

function minute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
