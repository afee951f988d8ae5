import type { DatabaseSync } from 'node:sqlite';
import { networkOf } from '#http/server/client-ip.ts';
import { inTransaction, prepareAll } from '#storage/db/sqlite/sqlite.ts';
import type {
  EndedSession,
  EndedSessionMethods,
  NextToken,
  Refreshed,
  Session,
  SessionMethods,
} from '../auth-store.ts';
import { decideRefresh } from '../tokens/sessions.ts';

const columns = `sessions.id, sessions.user_id AS userId, address AS clientIp, started_at_ms AS startedAtMs,
  refreshed_at_ms AS refreshedAtMs, expires_at_ms AS expiresAtMs, tokens_until_ms AS tokensUntilMs,
  carrier`;

/** Ends all sessions of a user. */
export const endAllOfUser =
  'UPDATE sessions SET ended_at_ms = ? WHERE user_id = ? AND ended_at_ms IS NULL';

interface TokenRow {
  spentAtMs: number | null;
  nextSalt: string | null;
  nextSpentAtMs: number | null;
  endedAtMs: number | null;
  mayLogIn: number;
  scopes: string | null;
}

const ofDemo = 'user_id IN (SELECT id FROM users WHERE demo = 1) AND ended_at_ms IS NULL';

/** The statements; each is prepared once. */
const sql = {
  insertSession: `INSERT INTO sessions (id, user_id, address, started_at_ms, refreshed_at_ms, expires_at_ms,
                          tokens_until_ms, carrier, network)
    SELECT ?, id, ?, ?, ?, ?, ?, ?, ? FROM users
    WHERE id = ? AND disabled = 0 AND password_hash = ? AND otp_version = ? AND scopes IS ?`,
  insertToken: 'INSERT INTO refresh_tokens (token_hash, session_id) VALUES (?, ?)',
  findToken: `SELECT token.spent_at_ms AS spentAtMs, token.next_salt AS nextSalt,
           next.spent_at_ms AS nextSpentAtMs, ended_at_ms AS endedAtMs,
           COALESCE(users.disabled = 0 AND users.demo <= ?, 0) AS mayLogIn, users.scopes
    FROM refresh_tokens token
    JOIN sessions ON sessions.id = token.session_id
    LEFT JOIN users ON users.id = sessions.user_id
    LEFT JOIN refresh_tokens next ON next.token_hash = token.next_hash
    WHERE token.token_hash = ? AND sessions.carrier = ?`,
  sessionOfToken: `SELECT ${columns} FROM refresh_tokens JOIN sessions ON sessions.id = session_id
    WHERE token_hash = ?`,
  spendToken:
    'UPDATE refresh_tokens SET spent_at_ms = ?, next_hash = ?, next_salt = ? WHERE token_hash = ?',
  touchSession: 'UPDATE sessions SET refreshed_at_ms = ? WHERE id = ?',
  extendTokens: 'UPDATE sessions SET tokens_until_ms = max(tokens_until_ms, ?) WHERE id = ?',
  endSession: 'UPDATE sessions SET ended_at_ms = ? WHERE id = ? AND ended_at_ms IS NULL',
  liveOfUser: `SELECT ${columns} FROM sessions
    WHERE user_id = ? AND ended_at_ms IS NULL AND expires_at_ms > ? ORDER BY started_at_ms DESC`,
  endOfUser: `UPDATE sessions SET ended_at_ms = ?
    WHERE user_id = ? AND ended_at_ms IS NULL AND expires_at_ms > ? AND (id = ? OR ? IS NULL)`,
  findOfDemo: `SELECT 1 FROM sessions WHERE ${ofDemo} LIMIT 1`,
  endOfDemo: `UPDATE sessions SET ended_at_ms = ? WHERE ${ofDemo}`,
  // One search of the index for every user. Reading the networks of a user with thousands would
  // take so long that the time of a login would reveal whether the user exists.
  hasSessionFrom: 'SELECT 1 FROM sessions WHERE user_id = ? AND network = ? LIMIT 1',
  forget: `DELETE FROM sessions WHERE id IN
      (SELECT id FROM sessions WHERE ended_at_ms < ?1 OR expires_at_ms < ?1 LIMIT ?2)`,
};

/** The methods of sessions. */
export function sessionMethods(db: DatabaseSync): SessionMethods {
  const prepared = prepareAll(db, sql);

  function rotate(tokenHash: string, session: Session, next: NextToken, nowMs: number): void {
    prepared.spendToken.run(nowMs, next.hash, next.salt, tokenHash);
    prepared.insertToken.run(next.hash, session.id);
    prepared.touchSession.run(nowMs, session.id);
  }

  return {
    startSession: async (session, tokenHash, checked) =>
      inTransaction(db, () => {
        const { id, userId, clientIp, startedAtMs, refreshedAtMs, expiresAtMs } = session;
        const times = [startedAtMs, refreshedAtMs, expiresAtMs, session.tokensUntilMs];
        const { passwordHash, otpVersion, scopes } = checked;
        const from = [session.carrier, networkOf(clientIp)];
        const values = [id, clientIp, ...times, ...from, userId, passwordHash, otpVersion, scopes];
        const { changes } = prepared.insertSession.run(...values);
        if (changes === 0) return false;
        prepared.insertToken.run(tokenHash, id);
        return true;
      }),

    refresh: async (tokenHash, next, how) =>
      inTransaction(db, (): Refreshed => {
        const { nowMs, tokensUntilMs, allowDemo, carrier } = how;
        const token = prepared.findToken.get(Number(allowDemo), tokenHash, carrier) as
          | TokenRow
          | undefined;
        if (!token) return { outcome: 'refused' };
        const session = prepared.sessionOfToken.get(tokenHash) as unknown as Session;
        const { spentAtMs, nextSpentAtMs } = token;
        const live =
          token.endedAtMs === null && token.mayLogIn === 1 && nowMs < session.expiresAtMs;
        switch (decideRefresh({ live, spentAtMs, nextSpent: nextSpentAtMs !== null }, nowMs)) {
          case 'rotate':
            prepared.extendTokens.run(tokensUntilMs, session.id);
            rotate(tokenHash, session, next, nowMs);
            return { outcome: 'granted', session, salt: next.salt, scopes: token.scopes };
          case 'repeat':
            prepared.extendTokens.run(tokensUntilMs, session.id);
            return { outcome: 'granted', session, salt: token.nextSalt!, scopes: token.scopes };
          case 'end':
            prepared.endSession.run(nowMs, session.id);
            return { outcome: 'reused', session };
          case 'refuse':
            return { outcome: 'refused' };
        }
      }),

    endSessionOfToken: async (tokenHash, nowMs) =>
      inTransaction(db, () => {
        const session = prepared.sessionOfToken.get(tokenHash) as unknown as Session | undefined;
        return session && prepared.endSession.run(nowMs, session.id).changes > 0
          ? session
          : undefined;
      }),

    liveSessions: async (userId, nowMs) =>
      prepared.liveOfUser.all(userId, nowMs) as unknown as Session[],
    async endSessions(userId, sessionId, nowMs) {
      const one = sessionId ?? null;
      return Number(prepared.endOfUser.run(nowMs, userId, nowMs, one, one).changes);
    },
    async endDemoSessions(nowMs) {
      // Most calls find none; without the update they do not wait for the write lock.
      if (prepared.findOfDemo.get()) prepared.endOfDemo.run(nowMs);
    },
    hasSessionFrom: async (userId, network) =>
      prepared.hasSessionFrom.get(userId, network) !== undefined,
    deleteOldSessions: async (beforeMs, limit) =>
      Number(prepared.forget.run(beforeMs, limit).changes),
  };
}

/** Ended sessions that are not in the list and whose tokens may still be valid. */
const due = 'ended_at_ms IS NOT NULL AND end_number IS NULL AND tokens_until_ms > ?';

/** The list of ended sessions. A session gets its number when the list is first read after its end. */
export function endedSessionMethods(db: DatabaseSync): EndedSessionMethods {
  const findDue = db.prepare(`SELECT 1 FROM sessions WHERE ${due} LIMIT 1`);
  const numberDue = db.prepare(
    `UPDATE sessions SET end_number =
       (SELECT coalesce(max(end_number), 0) + 1 FROM sessions WHERE end_number IS NOT NULL)
     WHERE id IN (SELECT id FROM sessions WHERE ${due} LIMIT ?)`,
  );
  const isListed = db.prepare('SELECT 1 FROM sessions WHERE id = ? AND end_number = ?');
  const page = db.prepare(
    `SELECT id, end_number AS number, tokens_until_ms AS tokensUntilMs FROM sessions
     WHERE end_number IS NOT NULL AND (end_number, id) > (?, ?)
     ORDER BY end_number, id LIMIT ?`,
  );
  const unlist = db.prepare(
    `UPDATE sessions SET end_number = NULL WHERE id IN (
       SELECT id FROM sessions
       WHERE end_number IS NOT NULL AND tokens_until_ms < ?
         AND end_number < (SELECT max(end_number) FROM sessions WHERE end_number IS NOT NULL)
       LIMIT ?)`,
  );
  return {
    async endedSessions(behind, limit, nowMs) {
      // Most reads find nothing new; without a transaction they do not wait for the write lock.
      if (findDue.get(nowMs)) inTransaction(db, () => numberDue.run(nowMs, limit));
      const isKnown = behind && isListed.get(behind.id, behind.number) !== undefined;
      const [number, id] = isKnown ? [behind.number, behind.id] : [0, ''];
      return page.all(number, id, limit) as unknown as EndedSession[];
    },
    unlistSessions: async (beforeMs, limit) => Number(unlist.run(beforeMs, limit).changes),
  };
}
