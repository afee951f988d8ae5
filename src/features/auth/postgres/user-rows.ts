import type { ClientBase } from 'pg';
import type { Postgres } from '#storage/db/postgres/postgres.ts';
import type { SecondFactorMethods, User, UserMethods } from '../auth-store.ts';
import { endSessionsOf } from './session-rows.ts';

const columns = `users.id, users.name, users.email, users.password_hash AS "passwordHash",
  users.disabled, users.demo AS "isDemo", users.created_at AS "createdAt", users.otp_secret AS "otpSecret",
  users.otp_version AS "otpVersion", users.scopes, users.issuer`;
const byKey = `SELECT ${columns} FROM login_keys JOIN users ON users.id = user_id
  WHERE login_key = $1`;
const insertUser = `INSERT INTO users (id, name, email, password_hash, disabled, created_at, demo)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
// In order, which prevents deadlocks between two users who want the same names.
const insertKeys = `INSERT INTO login_keys
  SELECT key, $1 FROM unnest($2::text[]) key ORDER BY key COLLATE "C"`;
// Locks the row, so that a parallel sign-on of the same user waits.
const insertSubject = `INSERT INTO users
    (id, created_at, issuer, subject, password_hash, name, email, scopes)
  VALUES ($1, $2, $3, $4, '', $5, $6, $7)
  ON CONFLICT (issuer, subject) WHERE issuer IS NOT NULL DO UPDATE SET name = users.name
  RETURNING ${columns}`;
const renewSubject = 'UPDATE users SET name = $2, email = $3, scopes = $4 WHERE id = $1';
const setDisabled = 'UPDATE users SET disabled = $2 WHERE id = $1';
const setHash = 'UPDATE users SET password_hash = $2, demo = false WHERE id = $1';
const setScopes = 'UPDATE users SET scopes = $2 WHERE id = $1';
const renewHash = 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2';
const deleteUser = 'DELETE FROM users WHERE id = $1';

export function userMethods(db: Postgres): UserMethods {
  const changeAndEnd = changerOf(db);

  return {
    // PostgreSQL rejects NUL. No name contains a newline, so the replaced key matches no user.
    findUser: async key => (await db.read<User>(byKey, [key.replaceAll('\0', '\n')]))[0],
    listUsers: () => db.read<User>(`SELECT ${columns} FROM users ORDER BY name COLLATE "C"`),
    addUser: async (
      { id, name, email, passwordHash, disabled, createdAt, isDemo = false },
      keys,
    ) => {
      try {
        await db.transaction(async client => {
          const values = [id, name, email, passwordHash, disabled, createdAt, isDemo];
          await client.query(insertUser, values);
          await client.query(insertKeys, [id, keys]);
        });
        return true;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },
    signOnUser: ({ id, createdAt, issuer, subject, name, email, scopes }, nowMs) =>
      db.transaction(async client => {
        const values = [id, createdAt, issuer, subject, name, email, scopes];
        const { rows } = await client.query<User>(insertSubject, values);
        const user = rows[0]!;
        await client.query(renewSubject, [user.id, name, email, scopes]);
        if (user.scopes !== scopes) await client.query(endSessionsOf, [user.id, null, nowMs, 0]);
        return { ...user, name, email, scopes };
      }),
    async enableUser(userId) {
      await db.query(setDisabled, [userId, false]);
    },
    disableUser: (userId, nowMs) => changeAndEnd(setDisabled, [userId, true], nowMs),
    changePassword: (userId, hash, nowMs) => changeAndEnd(setHash, [userId, hash], nowMs),
    setUserScopes: (userId, scopes, nowMs) => changeAndEnd(setScopes, [userId, scopes], nowMs),
    async renewPasswordHash(userId, before, after) {
      await db.query(renewHash, [userId, before, after]);
    },
    deleteUser: (userId, nowMs) => changeAndEnd(deleteUser, [userId], nowMs),
  };
}

/**
 * Changes a user or client, whose id is the first value, and then ends its sessions: a parallel login
 * is ended here, or fails because of the change.
 */
export function changerOf(db: Postgres) {
  return (sql: string, values: readonly unknown[], nowMs: number) =>
    db.transaction(async client => {
      await client.query(sql, [...values]);
      await client.query(endSessionsOf, [values[0], null, nowMs, 0]);
    });
}

/** SQLSTATE unique_violation. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

const setSecret = `UPDATE users SET otp_secret = $2, otp_step = 0, otp_version = otp_version + 1
  WHERE id = $1`;
const deleteCodes = 'DELETE FROM recovery_codes WHERE user_id = $1';
const insertCodes = 'INSERT INTO recovery_codes SELECT $1, unnest($2::text[])';
const renewSecret = 'UPDATE users SET otp_secret = $3 WHERE id = $1 AND otp_secret = $2';
// Of two parallel logins the second waits for the row lock and then matches no row.
const spendStep = 'UPDATE users SET otp_step = $2 WHERE id = $1 AND otp_step < $2 RETURNING id';
const spendCode =
  'DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id';
const findCode = 'SELECT user_id FROM recovery_codes WHERE user_id = $1 AND code_hash = $2';

export function secondFactorMethods(db: Postgres): SecondFactorMethods {
  const touchesOne = async (sql: string, ...values: unknown[]) =>
    (await db.query(sql, values)).length === 1;

  return {
    setSecondFactor: (userId, secret, hashes, nowMs) =>
      db.transaction(async client => {
        await replace(client, userId, secret, hashes);
        await client.query(endSessionsOf, [userId, null, nowMs, 0]);
      }),
    removeSecondFactor: userId => db.transaction(client => replace(client, userId, null, [])),
    async renewOtpSecret(userId, before, after) {
      await db.query(renewSecret, [userId, before, after]);
    },
    spendStep: (userId, step) => touchesOne(spendStep, userId, step),
    hasRecoveryCode: (userId, codeHash) => touchesOne(findCode, userId, codeHash),
    spendRecoveryCode: (userId, codeHash) => touchesOne(spendCode, userId, codeHash),
  };
}

async function replace(
  client: ClientBase,
  userId: string,
  secret: string | null,
  hashes: readonly string[],
): Promise<void> {
  await client.query(setSecret, [userId, secret]);
  await client.query(deleteCodes, [userId]);
  await client.query(insertCodes, [userId, hashes]);
}
