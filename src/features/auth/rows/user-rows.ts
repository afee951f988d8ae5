import { type Engine, insertRows, type Run, type Value } from '#storage/db/engine.ts';
import type { SecondFactorMethods, User, UserMethods } from '../auth-store.ts';
import { endAllOf } from './session-rows.ts';

const columns = `id, name, email, password_hash AS "passwordHash", disabled, demo AS "isDemo",
  created_at AS "createdAt", otp_secret AS "otpSecret", otp_version AS "otpVersion", scopes, issuer`;
const byKey = `SELECT ${columns} FROM login_keys JOIN users ON id = user_id WHERE login_key = ?1`;
const insertUser = `INSERT INTO users (id, name, email, password_hash, disabled, created_at, demo)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`;
// Locks the row, so that a parallel sign-on of the same user waits.
const insertSubject = `INSERT INTO users
    (id, created_at, issuer, subject, password_hash, name, email, scopes)
  VALUES (?1, ?2, ?3, ?4, '', ?5, ?6, ?7)
  ON CONFLICT (issuer, subject) WHERE issuer IS NOT NULL DO UPDATE SET name = users.name
  RETURNING ${columns}`;
const renewSubject = 'UPDATE users SET name = ?2, email = ?3, scopes = ?4 WHERE id = ?1';
const setDisabled = 'UPDATE users SET disabled = ?2 WHERE id = ?1';
const setHash = 'UPDATE users SET password_hash = ?2, demo = false WHERE id = ?1';
const setScopes = 'UPDATE users SET scopes = ?2 WHERE id = ?1';
const renewHash = 'UPDATE users SET password_hash = ?3 WHERE id = ?1 AND password_hash = ?2';
const deleteUser = 'DELETE FROM users WHERE id = ?1';

type UserRow = Omit<User, 'disabled' | 'isDemo'> & Record<'disabled' | 'isDemo', boolean | number>;

function toUser(row: UserRow): User {
  return { ...row, disabled: Boolean(row.disabled), isDemo: Boolean(row.isDemo) };
}

/** The methods of users. */
export function userMethods({ run, read, transaction }: Engine): UserMethods {
  const changeAndEnd = changerOf(transaction);
  return {
    // PostgreSQL rejects NUL. No name contains a newline, so the replaced key matches no user.
    findUser: async key =>
      (await read<UserRow>(byKey, [key.replaceAll('\0', '\n')])).map(toUser)[0],
    listUsers: async () =>
      (await read<UserRow>(`SELECT ${columns} FROM users`)).map(toUser).sort(byName),
    addUser: ({ id, name, email, passwordHash, disabled, createdAt, isDemo = false }, keys) =>
      transaction(async run => {
        await run(insertUser, [id, name, email, passwordHash, disabled, createdAt, isDemo]);
        // In order, which prevents deadlocks between two users who want the same names.
        const rows = keys.toSorted().map(key => [key, id]);
        const isFree = 'ON CONFLICT DO NOTHING RETURNING login_key';
        const added = await insertRows(run, 'login_keys', ['login_key', 'user_id'], rows, isFree);
        if (added.length === keys.length) return true;
        await run(deleteUser, [id]);
        return false;
      }),
    signOnUser: ({ id, createdAt, issuer, subject, name, email, scopes }, nowMs) =>
      transaction(async run => {
        const values = [id, createdAt, issuer, subject, name, email, scopes];
        const user = (await run<UserRow>(insertSubject, values)).map(toUser)[0]!;
        await run(renewSubject, [user.id, name, email, scopes]);
        if (user.scopes !== scopes) await endAllOf(run, user.id, nowMs);
        return { ...user, name, email, scopes };
      }),
    async enableUser(userId) {
      await run(setDisabled, [userId, false]);
    },
    disableUser: (userId, nowMs) => changeAndEnd(setDisabled, [userId, true], nowMs),
    changePassword: (userId, hash, nowMs) => changeAndEnd(setHash, [userId, hash], nowMs),
    setUserScopes: (userId, scopes, nowMs) => changeAndEnd(setScopes, [userId, scopes], nowMs),
    async renewPasswordHash(userId, before, after) {
      await run(renewHash, [userId, before, after]);
    },
    deleteUser: (userId, nowMs) => changeAndEnd(deleteUser, [userId], nowMs),
  };
}

/** Sorts by the bytes of the names, as both engines compare them. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

/**
 * Changes a user or client, whose id is the first value, and then ends its sessions: a parallel login
 * is ended here, or fails because of the change.
 */
export function changerOf(transaction: Engine['transaction']) {
  return (sql: string, values: readonly [string, ...Value[]], nowMs: number) =>
    transaction(async run => {
      await run(sql, values);
      await endAllOf(run, values[0], nowMs);
    });
}

const setSecret = `UPDATE users SET otp_secret = ?2, otp_step = 0, otp_version = otp_version + 1
  WHERE id = ?1`;
const deleteCodes = 'DELETE FROM recovery_codes WHERE user_id = ?1';
const renewSecret = 'UPDATE users SET otp_secret = ?3 WHERE id = ?1 AND otp_secret = ?2';
// Of two parallel logins the second waits for the row lock and then matches no row.
const spendStep = 'UPDATE users SET otp_step = ?2 WHERE id = ?1 AND otp_step < ?2 RETURNING id';
const spendCode =
  'DELETE FROM recovery_codes WHERE user_id = ?1 AND code_hash = ?2 RETURNING user_id';
const findCode = 'SELECT user_id FROM recovery_codes WHERE user_id = ?1 AND code_hash = ?2';

/** The methods of second factors. */
export function secondFactorMethods({ run, transaction }: Engine): SecondFactorMethods {
  const touchesOne = async (sql: string, ...values: Value[]) =>
    (await run(sql, values)).length === 1;

  return {
    setSecondFactor: (userId, secret, hashes, nowMs) =>
      transaction(async run => {
        await replace(run, userId, secret, hashes);
        await endAllOf(run, userId, nowMs);
      }),
    removeSecondFactor: userId => transaction(run => replace(run, userId, null, [])),
    async renewOtpSecret(userId, before, after) {
      await run(renewSecret, [userId, before, after]);
    },
    spendStep: (userId, step) => touchesOne(spendStep, userId, step),
    hasRecoveryCode: (userId, codeHash) => touchesOne(findCode, userId, codeHash),
    spendRecoveryCode: (userId, codeHash) => touchesOne(spendCode, userId, codeHash),
  };
}

async function replace(
  run: Run,
  userId: string,
  secret: string | null,
  hashes: readonly string[],
): Promise<void> {
  await run(setSecret, [userId, secret]);
  await run(deleteCodes, [userId]);
  const rows = hashes.map(codeHash => [userId, codeHash]);
  await insertRows(run, 'recovery_codes', ['user_id', 'code_hash'], rows);
}
