import type { Postgres } from '../../db/postgres.ts';
import type { AuthStore } from '../store.ts';

type SecondFactorMethods = Pick<
  AuthStore,
  | 'setSecondFactor'
  | 'removeSecondFactor'
  | 'renewOtpSecret'
  | 'spendStep'
  | 'hasRecoveryCode'
  | 'spendRecoveryCode'
>;

const setSecret = 'UPDATE users SET otp_secret = $2, otp_step = 0 WHERE id = $1';
const deleteCodes = 'DELETE FROM recovery_codes WHERE user_id = $1';
const insertCodes = 'INSERT INTO recovery_codes SELECT $1, unnest($2::text[])';
const renewSecret = 'UPDATE users SET otp_secret = $3 WHERE id = $1 AND otp_secret = $2';
// Of two at once the second waits for the row, looks again and finds nothing left to change.
const spendStep = 'UPDATE users SET otp_step = $2 WHERE id = $1 AND otp_step < $2 RETURNING id';
const spendCode =
  'DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2 RETURNING user_id';
const findCode = 'SELECT user_id FROM recovery_codes WHERE user_id = $1 AND code_hash = $2';

export function secondFactorMethods(db: Postgres): SecondFactorMethods {
  const replace = (userId: string, secret: string | null, hashes: readonly string[]) =>
    db.transaction(async client => {
      await client.query(setSecret, [userId, secret]);
      await client.query(deleteCodes, [userId]);
      await client.query(insertCodes, [userId, hashes]);
    });
  const touchesOne = async (sql: string, ...values: unknown[]) =>
    (await db.query(sql, values)).length === 1;

  return {
    setSecondFactor: replace,
    removeSecondFactor: userId => replace(userId, null, []),
    async renewOtpSecret(userId, before, after) {
      await db.query(renewSecret, [userId, before, after]);
    },
    spendStep: (userId, step) => touchesOne(spendStep, userId, step),
    hasRecoveryCode: (userId, codeHash) => touchesOne(findCode, userId, codeHash),
    spendRecoveryCode: (userId, codeHash) => touchesOne(spendCode, userId, codeHash),
  };
}
