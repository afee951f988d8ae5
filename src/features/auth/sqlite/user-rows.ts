import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '#storage/db/sqlite/sqlite.ts';
import type { SecondFactorMethods, User, UserMethods } from '../auth-store.ts';
import { endAllOfUser } from './session-rows.ts';

const columns = `users.id, users.name, users.email, users.password_hash AS passwordHash,
  users.disabled, users.demo AS isDemo, users.created_at AS createdAt, users.otp_secret AS otpSecret,
  users.otp_version AS otpVersion, users.scopes, users.issuer`;

type UserRow = Omit<User, 'disabled' | 'isDemo'> & { disabled: number; isDemo: number };

export function userMethods(db: DatabaseSync): UserMethods {
  const userByKey = db.prepare(
    `SELECT ${columns} FROM login_keys JOIN users ON users.id = user_id WHERE login_key = ?`,
  );
  const allUsers = db.prepare(`SELECT ${columns} FROM users ORDER BY name`);
  const takenKey = db.prepare('SELECT 1 FROM login_keys WHERE login_key = ?');
  const insertUser = db.prepare(
    `INSERT INTO users (id, name, email, password_hash, disabled, created_at, demo)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertKey = db.prepare('INSERT INTO login_keys VALUES (?, ?)');
  const bySubject = db.prepare(`SELECT ${columns} FROM users WHERE issuer = ? AND subject = ?`);
  const insertSubject = db.prepare(
    `INSERT INTO users (id, created_at, issuer, subject, password_hash, name, email, scopes)
     VALUES (?, ?, ?, ?, '', ?, ?, ?)`,
  );
  const renewSubject = db.prepare('UPDATE users SET name = ?, email = ?, scopes = ? WHERE id = ?');
  const setDisabled = db.prepare('UPDATE users SET disabled = ? WHERE id = ?');
  const setPasswordHash = db.prepare('UPDATE users SET password_hash = ?, demo = 0 WHERE id = ?');
  const setScopes = db.prepare('UPDATE users SET scopes = ? WHERE id = ?');
  const renewHash = db.prepare(
    'UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?',
  );
  const deleteUser = db.prepare('DELETE FROM users WHERE id = ?');
  const endSessions = db.prepare(endAllOfUser);

  return {
    async findUser(key) {
      const row = userByKey.get(key) as unknown as UserRow | undefined;
      return row && toUser(row);
    },
    listUsers: async () => (allUsers.all() as unknown as UserRow[]).map(toUser),
    addUser: async ({ id, name, email, passwordHash, disabled, createdAt, isDemo = false }, keys) =>
      inTransaction(db, () => {
        if (keys.some(key => takenKey.get(key) !== undefined)) return false;
        const state = [Number(disabled), createdAt, Number(isDemo)];
        insertUser.run(id, name, email, passwordHash, ...state);
        for (const key of keys) insertKey.run(key, id);
        return true;
      }),
    signOnUser: async ({ id, createdAt, issuer, subject, name, email, scopes }, nowMs) =>
      inTransaction(db, () => {
        const found = () => bySubject.get(issuer, subject) as unknown as UserRow | undefined;
        const known = found();
        if (!known) insertSubject.run(id, createdAt, issuer, subject, name, email, scopes);
        else renewSubject.run(name, email, scopes, known.id);
        if (known && known.scopes !== scopes) endSessions.run(nowMs, known.id);
        return toUser(found()!);
      }),
    async enableUser(userId) {
      setDisabled.run(0, userId);
    },
    disableUser: async (userId, nowMs) =>
      inTransaction(db, () => {
        setDisabled.run(1, userId);
        endSessions.run(nowMs, userId);
      }),
    changePassword: async (userId, passwordHash, nowMs) =>
      inTransaction(db, () => {
        setPasswordHash.run(passwordHash, userId);
        endSessions.run(nowMs, userId);
      }),
    setUserScopes: async (userId, scopes, nowMs) =>
      inTransaction(db, () => {
        setScopes.run(scopes, userId);
        endSessions.run(nowMs, userId);
      }),
    async renewPasswordHash(userId, before, after) {
      renewHash.run(after, userId, before);
    },
    deleteUser: async (userId, nowMs) =>
      inTransaction(db, () => {
        endSessions.run(nowMs, userId);
        deleteUser.run(userId);
      }),
  };
}

function toUser(row: UserRow): User {
  return { ...row, disabled: row.disabled !== 0, isDemo: row.isDemo !== 0 };
}

export function secondFactorMethods(db: DatabaseSync): SecondFactorMethods {
  const setSecret = db.prepare(
    `UPDATE users SET otp_secret = ?, otp_step = 0, otp_version = otp_version + 1 WHERE id = ?`,
  );
  const endSessions = db.prepare(endAllOfUser);
  const deleteCodes = db.prepare('DELETE FROM recovery_codes WHERE user_id = ?');
  const insertCode = db.prepare('INSERT INTO recovery_codes (user_id, code_hash) VALUES (?, ?)');
  const renewSecret = db.prepare('UPDATE users SET otp_secret = ? WHERE id = ? AND otp_secret = ?');
  const spendStep = db.prepare('UPDATE users SET otp_step = ? WHERE id = ? AND otp_step < ?');
  const findCode = db.prepare('SELECT 1 FROM recovery_codes WHERE user_id = ? AND code_hash = ?');
  const deleteCode = db.prepare('DELETE FROM recovery_codes WHERE user_id = ? AND code_hash = ?');

  const replace = (userId: string, secret: string | null, hashes: readonly string[]) => {
    setSecret.run(secret, userId);
    deleteCodes.run(userId);
    for (const codeHash of hashes) insertCode.run(userId, codeHash);
  };

  return {
    setSecondFactor: async (userId, secret, hashes, nowMs) =>
      inTransaction(db, () => {
        replace(userId, secret, hashes);
        endSessions.run(nowMs, userId);
      }),
    removeSecondFactor: async userId => inTransaction(db, () => replace(userId, null, [])),
    async renewOtpSecret(userId, before, after) {
      renewSecret.run(after, userId, before);
    },
    spendStep: async (userId, step) => spendStep.run(step, userId, step).changes > 0,
    hasRecoveryCode: async (userId, codeHash) => findCode.get(userId, codeHash) !== undefined,
    spendRecoveryCode: async (userId, codeHash) => deleteCode.run(userId, codeHash).changes > 0,
  };
}
