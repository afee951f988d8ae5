import { readFileSync } from 'node:fs';

const file = new URL('../../data/common-passwords.txt', import.meta.url);
let common: ReadonlySet<string> | undefined;

/** Whether a password is among those that guessers try first; case does not help. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(file, 'utf8').split('\n'));
  return common.has(password.normalize('NFC').toLowerCase());
}
