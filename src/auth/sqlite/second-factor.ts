import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../../db/sqlite.ts';
import type { SecondFactorMethods } from '../store.ts';
import { endAllOfUser } from './sessions.ts';

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
