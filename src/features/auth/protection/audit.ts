import type { AuthStore } from '../auth-store.ts';

/** The events of the audit trail. They never contain what a user typed. */
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
  | 'sign-on'
  | 'sign-on refused: answer not valid'
  | 'sign-on refused: no scopes'
  | 'sign-on refused: user disabled'
  | 'logout'
  | 'spent refresh token sent again: session ended'
  | 'token issued'
  | 'token revoked'
  | 'token refused: no such client'
  | 'token refused: wrong credentials'
  | 'token refused: client disabled'
  | 'token refused: client expired'
  | 'token refused: assertion used before'
  | 'token refused: assertion expired'
  | 'token refused: assertion for another server'
  | 'token refused: assertion not signed by a key of the client'
  | 'token refused: assertion not valid'
  | 'token refused: locked'
  | 'client added'
  | 'client enabled'
  | 'client disabled'
  | 'client deleted'
  | 'client credentials replaced'
  | 'scopes changed'
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
  | 'keys and second factors sealed again';

/** Writes an audit entry. `from`: the client's IP address, or the operator at the command line. */
export type Audit = (event: AuditEvent, userId: string | null, from: string) => Promise<void>;

/** Summed by the hour: a program may ask for thousands of tokens a night. */
const summed: ReadonlySet<AuditEvent> = new Set<AuditEvent>(['token issued']);
const hourMs = 3_600_000;

/** Returns the function that writes audit entries to a store. */
export function openAudit(store: AuthStore, clock: () => Date): Audit {
  return (event, userId, from) => {
    const atMs = clock().getTime();
    const sumFromMs = summed.has(event) ? atMs - (atMs % hourMs) : undefined;
    return store.addAuditEntry({ atMs, event, userId, from }, sumFromMs);
  };
}
