import type { JWK } from 'jose';
import { inTransaction, openSqlite } from '../db/sqlite.ts';
import type { AuthStore, SigningKey, User } from './store.ts';

const migrations = [
  `CREATE TABLE users (
     id            TEXT PRIMARY KEY,
     name          TEXT NOT NULL,
     email         TEXT,
     password_hash TEXT NOT NULL,
     disabled      INTEGER NOT NULL DEFAULT 0,
     created_at    TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;

   -- Names and e-mail addresses in one table: what one user logs in with, no other can take.
   CREATE TABLE login_keys (
     login_key TEXT PRIMARY KEY,
     user_id   TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE signing_keys (
     kid         TEXT PRIMARY KEY,
     private_jwk TEXT NOT NULL,
     created_at  TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];

const userColumns = `users.id, users.name, users.email, users.password_hash AS passwordHash,
  users.disabled, users.created_at AS createdAt`;

type UserRow = Omit<User, 'disabled'> & { disabled: number };

/** The embedded authentication store: one SQLite file (or `:memory:`). */
export function openSqliteAuthStore(path: string): AuthStore {
  const db = openSqlite(path, migrations);
  const userByKey = db.prepare(
    `SELECT ${userColumns} FROM login_keys JOIN users ON users.id = user_id WHERE login_key = ?`,
  );
  const allUsers = db.prepare(`SELECT ${userColumns} FROM users ORDER BY name`);
  const takenKey = db.prepare('SELECT 1 FROM login_keys WHERE login_key = ?');

  return {
    async findUser(key) {
      const row = userByKey.get(key) as unknown as UserRow | undefined;
      return row && toUser(row);
    },
    listUsers: async () => (allUsers.all() as unknown as UserRow[]).map(toUser),
    addUser: async (user, keys) =>
      inTransaction(db, () => {
        if (keys.some(key => takenKey.get(key) !== undefined)) return false;
        db.prepare(
          `INSERT INTO users (id, name, email, password_hash, disabled, created_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
        ).run(
          user.id,
          user.name,
          user.email,
          user.passwordHash,
          Number(user.disabled),
          user.createdAt,
        );
        const addKey = db.prepare('INSERT INTO login_keys VALUES (?, ?)');
        for (const key of keys) addKey.run(key, user.id);
        return true;
      }),
    async setDisabled(userId, disabled) {
      db.prepare('UPDATE users SET disabled = ? WHERE id = ?').run(Number(disabled), userId);
    },
    async setPasswordHash(userId, passwordHash) {
      db.prepare('UPDATE users SET password_hash = ? WHERE id = ?').run(passwordHash, userId);
    },

    signingKeys: async () =>
      db
        .prepare('SELECT kid, private_jwk, created_at FROM signing_keys ORDER BY created_at DESC')
        .all()
        .map(
          (row): SigningKey => ({
            kid: String(row.kid),
            privateJwk: JSON.parse(String(row.private_jwk)) as JWK,
            createdAt: String(row.created_at),
          }),
        ),
    async addFirstSigningKey({ kid, privateJwk, createdAt }) {
      db.prepare(
        `INSERT INTO signing_keys (kid, private_jwk, created_at)
         SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM signing_keys)`,
      ).run(kid, JSON.stringify(privateJwk), createdAt);
    },

    close: async () => db.close(),
  };
}

function toUser(row: UserRow): User {
  return { ...row, disabled: row.disabled !== 0 };
}
