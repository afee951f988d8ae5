import type { ClientBase } from 'pg';
import type { Postgres } from '../../db/postgres.ts';
import type { SecondFactorMethods } from '../store.ts';
import { endSessionsOf } from './sessions.ts';

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
