import type { Message } from '#features/portfolio/messages/row-messages.ts';

/** Why a run was ended. */
export const tooMuchMemory: Message = { code: 'too_much_memory' };

/** SQLite's code for a full disk. */
const sqliteFull = 13;

/** Whether an error means that no more can be written. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, errcode, cause } = error as { code?: string; errcode?: number; cause?: unknown };
  if (errcode === sqliteFull) return true;
  return /^(ENOSPC|EDQUOT)$/.test(code ?? '') || (cause !== undefined && isOutOfSpace(cause));
}
