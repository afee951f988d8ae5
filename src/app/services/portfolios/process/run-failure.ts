/** The message of a failed run for its owner: without paths and advice on options. */
export function messageFor(message: string, folder: string, name: string): string {
  return message
    .replaceAll(`${folder}/input`, name)
    .replaceAll(`${folder}/`, '')
    .replace(/; --(force|map) [^;]*$/, '')
    .replace(/--map (\w+)=("[^"]*"|.{1,200}?(?=: expected a column)|\S+)/g, (_, field, column) => {
      return `columns={"${field}":"${String(column).replaceAll('"', '')}"}`;
    })
    .replace(/; --force [^;]*$/, '')
    .replace(/--(sheet|encoding|decimals|srid|places|zones)\b/g, '$1');
}

/** Why a run was ended. */
export const tooMuchMemory = 'the file needs more memory than a portfolio may use';

/** SQLite's code for a full disk. */
const sqliteFull = 13;

/** Whether an error means that no more can be written. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, errcode, cause } = error as { code?: string; errcode?: number; cause?: unknown };
  if (errcode === sqliteFull) return true;
  return /^(ENOSPC|EDQUOT)$/.test(code ?? '') || (cause !== undefined && isOutOfSpace(cause));
}
