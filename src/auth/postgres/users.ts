import type { Postgres } from '../../db/postgres.ts';
import type { User, UserMethods } from '../store.ts';
import { endSessionsOf } from './sessions.ts';

const columns = `users.id, users.name, users.email, users.password_hash AS "passwordHash",
  users.disabled, users.demo AS "isDemo", users.created_at AS "createdAt", users.otp_secret AS "otpSecret",
  users.otp_version AS "otpVersion"`;
const byKey = `SELECT ${columns} FROM login_keys JOIN users ON users.id = user_id
  WHERE login_key = $1`;
const insertUser = `INSERT INTO users (id, name, email, password_hash, disabled, created_at, demo)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;
// In order, which prevents deadlocks between two users who want the same names.
const insertKeys = `INSERT INTO login_keys
  SELECT key, $1 FROM unnest($2::text[]) key ORDER BY key COLLATE "C"`;
const setDisabled = 'UPDATE users SET disabled = $2 WHERE id = $1';
const setHash = 'UPDATE users SET password_hash = $2, demo = false WHERE id = $1';
const renewHash = 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2';
const deleteUser = 'DELETE FROM users WHERE id = $1';

export function userMethods(db: Postgres): UserMethods {
  /** Changes the user first: a parallel login is then ended here, or fails because of the change. */
  const changeAndEnd = (sql: string, values: readonly unknown[], nowMs: number) =>
    db.transaction(async client => {
      await client.query(sql, [...values]);
      await client.query(endSessionsOf, [values[0], null, nowMs, 0]);
    });

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
    async enableUser(userId) {
      await db.query(setDisabled, [userId, false]);
    },
    disableUser: (userId, nowMs) => changeAndEnd(setDisabled, [userId, true], nowMs),
    changePassword: (userId, hash, nowMs) => changeAndEnd(setHash, [userId, hash], nowMs),
    async renewPasswordHash(userId, before, after) {
      await db.query(renewHash, [userId, before, after]);
    },
    deleteUser: (userId, nowMs) => changeAndEnd(deleteUser, [userId], nowMs),
  };
}

/** SQLSTATE unique_violation. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
