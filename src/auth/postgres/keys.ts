import type { Postgres } from '../../db/postgres.ts';
import type { KeyMethods, SigningKey } from '../store.ts';

const all = `SELECT kid, generation, public_jwk AS "publicJwk", private_key AS "privateKey",
    created_at_ms AS "createdAtMs", signs_from_ms AS "signsFromMs"
  FROM signing_keys ORDER BY generation DESC`;
const insert = `INSERT INTO signing_keys
    (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`;
// Two instances whose clocks differ must not together remove every key that can sign.
const lock = 'SELECT FROM signing_keys ORDER BY generation FOR UPDATE';
const remove = `DELETE FROM signing_keys WHERE kid = $1 AND generation <>
  (SELECT max(generation) FROM signing_keys WHERE signs_from_ms <= $2)`;

export function keyMethods(db: Postgres): KeyMethods {
  return {
    signingKeys: () => db.read<SigningKey>(all),
    async addSigningKey({ kid, generation, publicJwk, privateKey, createdAtMs, signsFromMs }) {
      const publicText = JSON.stringify(publicJwk);
      await db.query(insert, [kid, generation, publicText, privateKey, createdAtMs, signsFromMs]);
    },
    async setPrivateKey(kid, privateKey) {
      await db.query('UPDATE signing_keys SET private_key = $2 WHERE kid = $1', [kid, privateKey]);
    },
    removeSigningKey: (kid, nowMs) =>
      db.transaction(async client => {
        await client.query(lock);
        return (await client.query(remove, [kid, nowMs])).rowCount === 1;
      }),
  };
}
