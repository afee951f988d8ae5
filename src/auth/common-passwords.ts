import { readFileSync } from 'node:fs';

const file = new URL('../../data/common-passwords.txt', import.meta.url);
let common: ReadonlySet<string> | undefined;

/** Whether a password is in the list of common passwords. Case is ignored. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(file, 'utf8').split('\n'));
  return common.has(password.normalize('NFC').toLowerCase());
}
