import type { AuditEntry } from '#features/auth/auth-store.ts';
import { scopes as knownScopes } from '#http/scopes.ts';
import { KtimaError } from '#tools/errors.ts';
import { jsonText, type Text, table, utcMinute, utcSecond } from '#tools/terminal/print.ts';
import type { Settings } from '../../settings/config.ts';
import { withUsers } from './with-users.ts';

/** Lists all users with their state. */
export function listUsers(settings: Settings, { json }: { json: boolean }): Promise<Text> {
  return withUsers(settings, async users => {
    const list = (await users.list()).map(user => ({
      id: user.id,
      name: user.name,
      email: user.email,
      provider: user.issuer,
      disabled: user.disabled,
      demo: user.isDemo,
      second_factor: user.secondFactor !== 'none',
      second_factor_locked: user.secondFactor === 'locked',
      locked_until: user.lockedUntil?.toISOString() ?? null,
      scopes: user.scopes?.split(' ') ?? [...knownScopes],
      created_at: user.createdAt,
    }));
    if (json) return jsonText(list);
    if (list.length === 0) return "no users yet; 'ktima user add NAME' adds one";
    return table(
      ['user', 'e-mail', 'state', 'second factor', 'scopes', 'created'],
      list.map(u => [
        // Commands take the id of a user of a provider.
        u.provider === null ? u.name : `${u.name} (${u.id})`,
        u.email ?? '',
        stateText(u),
        secondFactorText(u),
        u.scopes.length === knownScopes.length ? 'all' : u.scopes.join(', '),
        u.created_at.slice(0, 10),
      ]),
    );
  });
}

function secondFactorText(user: {
  provider: string | null;
  second_factor: boolean;
  second_factor_locked: boolean;
}): string {
  if (user.provider !== null) return `at ${new URL(user.provider).host}`;
  if (user.second_factor_locked) return 'locked';
  return user.second_factor ? 'yes' : 'no';
}

function stateText(user: {
  disabled: boolean;
  demo: boolean;
  locked_until: string | null;
}): string {
  if (user.disabled) return 'disabled';
  if (user.locked_until) return `locked until ${utcSecond(user.locked_until)} UTC`;
  return user.demo ? 'with --demo' : 'active';
}

/** Lists the sessions of a user. With `end`, ends one by its id, or all (`true`). */
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
      address: session.clientIp,
      started_at: new Date(session.startedAtMs).toISOString(),
      refreshed_at: new Date(session.refreshedAtMs).toISOString(),
      expires_at: new Date(session.expiresAtMs).toISOString(),
    }));
    if (json) return jsonText(list);
    if (list.length === 0) return `${name} has no session`;
    return table(
      ['session', 'from', 'started (UTC)', 'refreshed (UTC)'],
      list.map(s => [s.id, s.address, utcMinute(s.started_at), utcMinute(s.refreshed_at)]),
    );
  });
}

/** The audit trail, oldest first, of one user or of all. */
export function userLog(
  settings: Settings,
  name: string | undefined,
  { limit, json }: { limit: number; json: boolean },
): Promise<Text> {
  return withUsers(settings, async users => auditTable(await users.log(name, limit), json));
}

/** Entries of the audit trail as a table, or as JSON lines, which a SIEM reads. */
export function auditTable(entries: readonly AuditEntry[], json: boolean): Text {
  const list = entries.map(entry => ({
    at: new Date(entry.atMs).toISOString(),
    user: entry.userName,
    from: entry.from,
    event: entry.event,
    times: entry.times,
  }));
  if (json) return list.map(entry => JSON.stringify(entry));
  if (list.length === 0) return 'the audit trail is empty';
  return table(
    ['when (UTC)', 'user', 'from', 'what'],
    list.map(e => [
      utcSecond(e.at),
      e.user ?? '',
      e.from,
      e.times === 1 ? e.event : `${e.event} (${e.times} times within the hour)`,
    ]),
  );
}
