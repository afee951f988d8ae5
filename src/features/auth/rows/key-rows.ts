import type { JWK } from 'jose';
import type { Engine } from '#storage/db/engine.ts';
import { damaged } from '#storage/db/sqlite/sqlite-errors.ts';
import type { KeyMethods, SigningKey } from '../auth-store.ts';

const allKeys = `SELECT kid, generation, CAST(public_jwk AS text) AS "publicJwk",
    private_key AS "privateKey", created_at_ms AS "createdAtMs", signs_from_ms AS "signsFromMs"
  FROM signing_keys ORDER BY generation DESC`;
const insertKey = `INSERT INTO signing_keys
    (kid, generation, public_jwk, private_key, created_at_ms, signs_from_ms)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING`;
const setPrivateKey = 'UPDATE signing_keys SET private_key = ?2 WHERE kid = ?1';
// Two instances whose clocks differ must not together remove every key that can sign.
const lockKeys = 'SELECT kid FROM signing_keys ORDER BY generation FOR UPDATE';
const deleteKey = `DELETE FROM signing_keys WHERE kid = ?1 AND generation <>
    (SELECT max(generation) FROM signing_keys WHERE signs_from_ms <= ?2)
  RETURNING kid`;

type KeyRow = Omit<SigningKey, 'publicJwk'> & { readonly publicJwk: string };

/** The methods of signing keys. */
export function keyMethods({ run, read, transaction }: Engine): KeyMethods {
  return {
    signingKeys: async () =>
      (await read<KeyRow>(allKeys)).map(row => ({ ...row, publicJwk: parsed(row.publicJwk) })),
    async addSigningKey({ kid, generation, publicJwk, privateKey, createdAtMs, signsFromMs }) {
      const publicText = JSON.stringify(publicJwk);
      await run(insertKey, [kid, generation, publicText, privateKey, createdAtMs, signsFromMs]);
    },
    async setPrivateKey(kid, privateKey) {
      await run(setPrivateKey, [kid, privateKey]);
    },
    removeSigningKey: (kid, nowMs) =>
      transaction(async run => {
        await run(lockKeys);
        return (await run(deleteKey, [kid, nowMs])).length === 1;
      }),
  };
}

function parsed(json: string): JWK {
  try {
    return JSON.parse(json) as JWK;
  } catch {
    throw damaged('a signing key is not as it was written');
  }
}
