import type { DatabaseSync } from 'node:sqlite';
import type { JWK } from 'jose';
import { damaged } from '../../db/sqlite/errors.ts';
import type { KeyMethods, SigningKey } from '../store.ts';

type KeyRow = Omit<SigningKey, 'publicJwk'> & { publicJwk: string };

export function keyMethods(db: DatabaseSync): KeyMethods {
  const allKeys = db.prepare(
    `SELECT kid, generation, public_jwk AS publicJwk, private_key AS privateKey,
            created_at_ms AS createdAtMs, signs_from_ms AS signsFromMs
     FROM signing_keys ORDER BY generation DESC`,
  );
  const insertKey = db.prepare(
    `INSERT INTO signing_keys (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms)
     VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const updateKey = db.prepare('UPDATE signing_keys SET private_key = ? WHERE kid = ?');
  const deleteKey = db.prepare(
    `DELETE FROM signing_keys WHERE kid = ? AND generation <>
       (SELECT MAX(generation) FROM signing_keys WHERE signs_from_ms <= ?)`,
  );
  return {
    signingKeys: async () =>
      (allKeys.all() as unknown as KeyRow[]).map(row => ({
        ...row,
        publicJwk: parsed(row.publicJwk),
      })),
    async addSigningKey({ kid, generation, publicJwk, privateKey, createdAtMs, signsFromMs }) {
      const publicText = JSON.stringify(publicJwk);
      insertKey.run(kid, generation, publicText, privateKey, createdAtMs, signsFromMs);
    },
    async setPrivateKey(kid, privateKey) {
      updateKey.run(privateKey, kid);
    },
    removeSigningKey: async (kid, nowMs) => deleteKey.run(kid, nowMs).changes > 0,
  };
}

function parsed(json: string): JWK {
  try {
    return JSON.parse(json) as JWK;
  } catch {
    throw damaged('a signing key is not as it was written');
  }
}
