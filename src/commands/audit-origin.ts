import { userInfo } from 'node:os';

/** Who sits at the command line, for the audit trail. */
export function atCommandLine(): string {
  return `command line (${userInfo().username})`;
}
