import type { ClientBase } from 'pg';
import { networkOf } from '#http/server/client-ip.ts';
import type { Postgres } from '#storage/db/postgres/postgres.ts';
import type {
  EndedSession,
  EndedSessionMethods,
  NextToken,
  Refreshed,
  Session,
  SessionMethods,
} from '../auth-store.ts';
import { decideRefresh } from '../tokens/sessions.ts';

const columns = `sessions.id, sessions.user_id AS "userId", sessions.address AS "clientIp",
  started_at_ms AS "startedAtMs", refreshed_at_ms AS "refreshedAtMs",
  expires_at_ms AS "expiresAtMs", tokens_until_ms AS "tokensUntilMs", carrier`;

// With the share lock, a transaction that disables the user waits, then ends this session too.
const insertSession = `INSERT INTO sessions
    (id, user_id, address, started_at_ms, refreshed_at_ms, expires_at_ms, tokens_until_ms, carrier,
     network)
  SELECT $1, id, $3, $4, $5, $6, $7, $8, $9 FROM users
  WHERE id = $2 AND NOT disabled AND password_hash = $10 AND otp_version = $11
    AND scopes IS NOT DISTINCT FROM $12 FOR SHARE`;
const insertToken = 'INSERT INTO refresh_tokens (token_hash, session_id) VALUES ($1, $2)';

const lockSession = `SELECT ${columns} FROM sessions
  WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = $1) FOR UPDATE`;
const readToken = `SELECT token.spent_at_ms AS "spentAtMs", token.next_salt AS "nextSalt",
    next.spent_at_ms IS NOT NULL AS "nextSpent",
    sessions.ended_at_ms IS NULL AND coalesce(NOT users.disabled AND (NOT users.demo OR $2), false)
      AS "mayGoOn", users.scopes
  FROM refresh_tokens token
  JOIN sessions ON sessions.id = token.session_id
  LEFT JOIN users ON users.id = sessions.user_id
  LEFT JOIN refresh_tokens next ON next.token_hash = token.next_hash
  WHERE token.token_hash = $1 AND sessions.carrier = $3`;
const spendToken = `UPDATE refresh_tokens SET spent_at_ms = $2, next_hash = $3, next_salt = $4
  WHERE token_hash = $1`;
const touchSession = 'UPDATE sessions SET refreshed_at_ms = $2 WHERE id = $1';
const extendTokens =
  'UPDATE sessions SET tokens_until_ms = greatest(tokens_until_ms, $2) WHERE id = $1';
const endSession = 'UPDATE sessions SET ended_at_ms = $2 WHERE id = $1 AND ended_at_ms IS NULL';

const liveOfUser = `SELECT ${columns} FROM sessions
  WHERE user_id = $1 AND ended_at_ms IS NULL AND expires_at_ms > $2
  ORDER BY started_at_ms DESC`;

/**
 * Ends one session ($2) of a user, or all ($2 null), at time $3: those that expire after $4.
 * Locks in the order of the ids, which prevents deadlocks.
 */
export const endSessionsOf = `WITH theirs AS MATERIALIZED (
    SELECT id FROM sessions
    WHERE user_id = $1 AND (id = $2 OR $2 IS NULL) AND ended_at_ms IS NULL AND expires_at_ms > $4
    ORDER BY id FOR UPDATE)
  UPDATE sessions SET ended_at_ms = $3 FROM theirs WHERE sessions.id = theirs.id
  RETURNING sessions.id`;

// One search of the index for every user. Reading the networks of a user with thousands would take
// so long that the time of a login would reveal whether the user exists.
const hasSessionFrom = 'SELECT 1 FROM sessions WHERE user_id = $1 AND network = $2 LIMIT 1';

const forget = `WITH over AS MATERIALIZED (
    SELECT id FROM sessions WHERE ended_at_ms < $1 OR expires_at_ms < $1
    LIMIT $2 FOR UPDATE SKIP LOCKED)
  DELETE FROM sessions USING over WHERE sessions.id = over.id RETURNING sessions.id`;

interface TokenRow {
  spentAtMs: number | null;
  nextSalt: string | null;
  nextSpent: boolean;
  mayGoOn: boolean;
  scopes: string | null;
}

export function sessionMethods(db: Postgres): SessionMethods {
  return {
    startSession: (session, tokenHash, checked) =>
      db.transaction(async client => {
        const { id, userId, clientIp, startedAtMs, refreshedAtMs, expiresAtMs } = session;
        const times = [startedAtMs, refreshedAtMs, expiresAtMs, session.tokensUntilMs];
        const from = [session.carrier, networkOf(clientIp)];
        const { passwordHash, otpVersion, scopes } = checked;
        const values = [id, userId, clientIp, ...times, ...from, passwordHash, otpVersion, scopes];
        if ((await client.query(insertSession, values)).rowCount === 0) return false;
        await client.query(insertToken, [tokenHash, id]);
        return true;
      }),

    refresh: (tokenHash, next, how) =>
      db.transaction(async (client): Promise<Refreshed> => {
        const { nowMs, tokensUntilMs, allowDemo, carrier } = how;
        const session = (await client.query<Session>(lockSession, [tokenHash])).rows[0];
        if (!session) return { outcome: 'refused' };
        // A separate statement: one that waited for a lock reads other tables as they were before.
        const asked = [tokenHash, allowDemo, carrier];
        const token = (await client.query<TokenRow>(readToken, asked)).rows[0];
        if (!token) return { outcome: 'refused' };
        const live = token.mayGoOn && nowMs < session.expiresAtMs;
        switch (decideRefresh({ ...token, live }, nowMs)) {
          case 'rotate':
            await client.query(extendTokens, [session.id, tokensUntilMs]);
            await rotate(client, tokenHash, session, next, nowMs);
            return { outcome: 'granted', session, salt: next.salt, scopes: token.scopes };
          case 'repeat':
            await client.query(extendTokens, [session.id, tokensUntilMs]);
            return { outcome: 'granted', session, salt: token.nextSalt!, scopes: token.scopes };
          case 'end':
            await client.query(endSession, [session.id, nowMs]);
            return { outcome: 'reused', session };
          case 'refuse':
            return { outcome: 'refused' };
        }
      }),

    endSessionOfToken: (tokenHash, nowMs) =>
      db.transaction(async client => {
        const session = (await client.query<Session>(lockSession, [tokenHash])).rows[0];
        if (!session) return undefined;
        const { rowCount } = await client.query(endSession, [session.id, nowMs]);
        return rowCount === 1 ? session : undefined;
      }),

    liveSessions: (userId, nowMs) => db.read<Session>(liveOfUser, [userId, nowMs]),
    endSessions: async (userId, sessionId, nowMs) =>
      (await db.query(endSessionsOf, [userId, sessionId ?? null, nowMs, nowMs])).length,
    async endDemoSessions(nowMs) {
      for (const { id } of await db.read<{ id: string }>('SELECT id FROM users WHERE demo')) {
        await db.query(endSessionsOf, [id, null, nowMs, nowMs]);
      }
    },
    hasSessionFrom: async (userId, network) =>
      (await db.read(hasSessionFrom, [userId, network])).length > 0,
    deleteOldSessions: async (beforeMs, limit) =>
      (await db.query(forget, [beforeMs, limit])).length,
  };
}

async function rotate(
  client: ClientBase,
  tokenHash: string,
  session: Session,
  next: NextToken,
  nowMs: number,
): Promise<void> {
  await client.query(spendToken, [tokenHash, nowMs, next.hash, next.salt]);
  await client.query(insertToken, [next.hash, session.id]);
  await client.query(touchSession, [session.id, nowMs]);
}

/** Ended sessions that are not in the list and whose tokens may still be valid. */
const due = 'ended_at_ms IS NOT NULL AND end_number IS NULL AND tokens_until_ms > $1';

const findDue = `SELECT id FROM sessions WHERE ${due} LIMIT 1`;
// One transaction at a time. A separate statement: the next one then sees the committed numbers.
const lockList = `SELECT pg_advisory_xact_lock(hashtextextended('ktima ended sessions', 0))`;
const numberDue = `UPDATE sessions SET end_number =
    (SELECT coalesce(max(end_number), 0) + 1 FROM sessions WHERE end_number IS NOT NULL)
  WHERE id IN (SELECT id FROM sessions WHERE ${due} LIMIT $2)`;
const isListed = 'SELECT id FROM sessions WHERE id = $1 AND end_number = $2';
const page = `SELECT id, end_number AS number, tokens_until_ms AS "tokensUntilMs" FROM sessions
  WHERE end_number IS NOT NULL AND (end_number, id) > ($1, $2)
  ORDER BY end_number, id LIMIT $3`;
const unlist = `UPDATE sessions SET end_number = NULL WHERE id IN (
    SELECT id FROM sessions
    WHERE end_number IS NOT NULL AND tokens_until_ms < $1
      AND end_number < (SELECT max(end_number) FROM sessions WHERE end_number IS NOT NULL)
    LIMIT $2)
  RETURNING id`;

/**
 * The list of ended sessions. A session gets its number when the list is first read after its end.
 * So the numbers follow the order of commits, however long a transaction took.
 */
export function endedSessionMethods(db: Postgres): EndedSessionMethods {
  const numberNew = (limit: number, nowMs: number) =>
    db.transaction(async client => {
      await client.query(lockList);
      await client.query(numberDue, [nowMs, limit]);
    });
  return {
    async endedSessions(behind, limit, nowMs) {
      if ((await db.read(findDue, [nowMs])).length > 0) await numberNew(limit, nowMs);
      const isKnown = behind && (await db.read(isListed, [behind.id, behind.number])).length > 0;
      const [number, id] = isKnown ? [behind.number, behind.id] : [0, ''];
      return db.read<EndedSession>(page, [number, id, limit]);
    },
    unlistSessions: async (beforeMs, limit) => (await db.query(unlist, [beforeMs, limit])).length,
  };
}
