import { userInfo } from 'node:os';

/** The operator at the command line, for the audit trail. */
export function commandLineOrigin(): string {
  return `command line (${userInfo().username})`;
}
