import { networkOf } from '#http/server/request-head.ts';
import type { Engine, Run } from '#storage/db/engine.ts';
import type { NextToken, Refreshed, Session, SessionMethods } from '../auth-store.ts';
import { decideRefresh } from '../tokens/sessions.ts';

const columns = `id, user_id AS "userId", address AS "clientIp", started_at_ms AS "startedAtMs",
  refreshed_at_ms AS "refreshedAtMs", expires_at_ms AS "expiresAtMs",
  tokens_until_ms AS "tokensUntilMs", carrier`;

// With the share lock, a transaction that disables the user waits, then ends this session too.
const insertSession = `INSERT INTO sessions
    (id, user_id, address, started_at_ms, refreshed_at_ms, expires_at_ms, tokens_until_ms, carrier,
     network)
  SELECT ?1, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM users
  WHERE id = ?2 AND NOT disabled AND password_hash = ?10 AND otp_version = ?11
    AND scopes IS NOT DISTINCT FROM ?12 FOR SHARE
  RETURNING id`;
const insertToken = 'INSERT INTO refresh_tokens (token_hash, session_id) VALUES (?1, ?2)';

const lockSession = `SELECT ${columns} FROM sessions
  WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = ?1) FOR UPDATE`;
const readToken = `SELECT token.spent_at_ms AS "spentAtMs", token.next_salt AS "nextSalt",
    next.spent_at_ms IS NOT NULL AS "nextSpent",
    sessions.ended_at_ms IS NULL AND coalesce(NOT users.disabled AND (NOT users.demo OR ?2), false)
      AS "mayGoOn", users.scopes
  FROM refresh_tokens token
  JOIN sessions ON sessions.id = token.session_id
  LEFT JOIN users ON users.id = sessions.user_id
  LEFT JOIN refresh_tokens next ON next.token_hash = token.next_hash
  WHERE token.token_hash = ?1 AND replace(sessions.carrier, 'open browser', 'cookie') = ?3`;
const spendToken = `UPDATE refresh_tokens SET spent_at_ms = ?2, next_hash = ?3, next_salt = ?4
  WHERE token_hash = ?1`;
const touchSession = 'UPDATE sessions SET refreshed_at_ms = ?2 WHERE id = ?1';
const extendTokens =
  'UPDATE sessions SET tokens_until_ms = ?2 WHERE id = ?1 AND tokens_until_ms < ?2';
const endSession =
  'UPDATE sessions SET ended_at_ms = ?2 WHERE id = ?1 AND ended_at_ms IS NULL RETURNING id';

const liveOfUser = `SELECT ${columns} FROM sessions
  WHERE user_id = ?1 AND ended_at_ms IS NULL AND expires_at_ms > ?2
  ORDER BY started_at_ms DESC`;

/** Locks in the order of the ids, which prevents deadlocks. */
const endSessionsOf = `WITH theirs AS MATERIALIZED (
    SELECT id FROM sessions
    WHERE user_id = ?1 AND (CAST(?2 AS text) IS NULL OR id = ?2) AND ended_at_ms IS NULL
      AND expires_at_ms > ?4
    ORDER BY id FOR UPDATE)
  UPDATE sessions SET ended_at_ms = ?3 WHERE id IN (SELECT id FROM theirs)
  RETURNING id`;
const demoUsers = `SELECT DISTINCT user_id AS id FROM sessions
  WHERE user_id IN (SELECT id FROM users WHERE demo) AND ended_at_ms IS NULL`;

// One search of the index for every user. Reading the networks of a user with thousands would take
// so long that the time of a login would reveal whether the user exists.
const hasSessionFrom = 'SELECT id FROM sessions WHERE user_id = ?1 AND network = ?2 LIMIT 1';

// Skip locked rows: a refresh is in them right now.
const forget = `WITH old AS MATERIALIZED (
    SELECT id FROM sessions WHERE ended_at_ms < ?1 OR expires_at_ms < ?1
    LIMIT ?2 FOR UPDATE SKIP LOCKED)
  DELETE FROM sessions WHERE id IN (SELECT id FROM old) RETURNING id`;

interface TokenRow {
  readonly spentAtMs: number | null;
  readonly nextSalt: string | null;
  readonly nextSpent: boolean | number;
  readonly mayGoOn: boolean | number;
  readonly scopes: string | null;
}

/** Ends all sessions of a user or client, also those that have expired. */
export async function endAllOf(run: Run, userId: string, nowMs: number): Promise<void> {
  await run(endSessionsOf, [userId, null, nowMs, 0]);
}

/** The methods of sessions. */
export function sessionMethods({ run, read, transaction }: Engine): SessionMethods {
  return {
    startSession: (session, tokenHash, checked) =>
      transaction(async run => {
        const { id, userId, clientIp, startedAtMs, refreshedAtMs, expiresAtMs } = session;
        const times = [startedAtMs, refreshedAtMs, expiresAtMs, session.tokensUntilMs];
        const from = [session.carrier, networkOf(clientIp)];
        const { passwordHash, otpVersion, scopes } = checked;
        const values = [id, userId, clientIp, ...times, ...from, passwordHash, otpVersion, scopes];
        if ((await run(insertSession, values)).length === 0) return false;
        await run(insertToken, [tokenHash, id]);
        return true;
      }),

    refresh: (tokenHash, next, how) =>
      transaction(async (run): Promise<Refreshed> => {
        const { nowMs, tokensUntilMs, allowDemo, carrier } = how;
        const [session] = await run<Session>(lockSession, [tokenHash]);
        if (!session) return { outcome: 'refused' };
        // A separate statement: one that waited for a lock reads other tables as they were before.
        const [token] = await run<TokenRow>(readToken, [tokenHash, allowDemo, carrier]);
        if (!token) return { outcome: 'refused' };
        const { spentAtMs, nextSalt, scopes } = token;
        const live = Boolean(token.mayGoOn) && nowMs < session.expiresAtMs;
        const nextSpent = Boolean(token.nextSpent);
        switch (decideRefresh({ live, spentAtMs, nextSpent }, nowMs)) {
          case 'rotate':
            await run(extendTokens, [session.id, tokensUntilMs]);
            await rotate(run, tokenHash, session, next, nowMs);
            return { outcome: 'granted', session, salt: next.salt, scopes };
          case 'repeat':
            await run(extendTokens, [session.id, tokensUntilMs]);
            return { outcome: 'granted', session, salt: nextSalt!, scopes };
          case 'end':
            await run(endSession, [session.id, nowMs]);
            return { outcome: 'reused', session };
          case 'refuse':
            return { outcome: 'refused' };
        }
      }),

    endSessionOfToken: (tokenHash, nowMs) =>
      transaction(async run => {
        const [session] = await run<Session>(lockSession, [tokenHash]);
        if (!session) return undefined;
        return (await run(endSession, [session.id, nowMs])).length === 1 ? session : undefined;
      }),

    liveSessions: (userId, nowMs) => read<Session>(liveOfUser, [userId, nowMs]),
    endSessions: async (userId, sessionId, nowMs) =>
      (await run(endSessionsOf, [userId, sessionId ?? null, nowMs, nowMs])).length,
    async endDemoSessions(nowMs) {
      for (const { id } of await read<{ id: string }>(demoUsers)) {
        await run(endSessionsOf, [id, null, nowMs, nowMs]);
      }
    },
    hasSessionFrom: async (userId, network) =>
      (await read(hasSessionFrom, [userId, network])).length > 0,
    deleteOldSessions: async (beforeMs, limit) => (await run(forget, [beforeMs, limit])).length,
  };
}

async function rotate(
  run: Run,
  tokenHash: string,
  session: Session,
  next: NextToken,
  nowMs: number,
): Promise<void> {
  await run(spendToken, [tokenHash, nowMs, next.hash, next.salt]);
  await run(insertToken, [next.hash, session.id]);
  await run(touchSession, [session.id, nowMs]);
}
