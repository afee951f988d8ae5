import type { AuthStore } from './store.ts';

/** What is remembered for whoever has to find out what happened. Never what was typed. */
export type AuditEvent =
  | 'login'
  | 'login by recovery code'
  | 'login refused: wrong password'
  | 'login refused: no such user'
  | 'login refused: user disabled'
  | 'login refused: demo user without --demo'
  | 'login refused: locked'
  | 'login refused: one-time password missing'
  | 'login refused: one-time password wrong'
  | 'login refused: second factor locked'
  | 'logout'
  | 'spent refresh token came again: session ended'
  | 'user added'
  | 'user enabled'
  | 'user disabled'
  | 'user deleted'
  | 'user unlocked'
  | 'password changed'
  | 'second factor set'
  | 'second factor removed'
  | 'second factor locked'
  | 'sessions ended'
  | 'signing key added'
  | 'signing key removed'
  | 'keys and second factors sealed anew';

/** Writes a line of the audit trail. `from`: an IP address, or who sits at the command line. */
export type Audit = (event: AuditEvent, userId: string | null, from: string) => Promise<void>;

/** The audit trail of a store. */
export function openAudit(store: AuthStore, clock: () => Date): Audit {
  return (event, userId, from) =>
    store.addAuditEntry({ atMs: clock().getTime(), event, userId, from });
}
