import { Counter, Gauge, type Registry } from 'prom-client';
import type { Refreshed } from '#features/auth/auth-store.ts';
import type { Audit, AuditEvent } from '#features/auth/protection/audit.ts';
import { rejectedTooMany, type TooMany } from '#http/server/overload.ts';
import type { Instrument } from '#http/server/server.ts';
import type { SlotLoad } from '#http/server/slots.ts';
import { KtimaError } from '#tools/errors.ts';

/** Metrics of the authentication service. They contain no user names or IP addresses. */
export interface AuthMetrics {
  /** Wraps an audit trail so that its login entries are counted. */
  readonly countLogins: (audit: Audit) => Audit;
  /** Counts the logins that were rejected before their password was checked. */
  readonly countRejectedTooMany: Instrument;
  readonly countRefresh: (outcome: Refreshed['outcome']) => void;
  readonly watchHashing: (load: () => SlotLoad) => void;
}

/**
 * Wrong passwords, unknown users and disabled users are one outcome, so that the metrics do not
 * reveal whether a user exists.
 */
const outcomeByEvent: Partial<Record<AuditEvent, string>> = {
  login: 'granted',
  'login by recovery code': 'granted_by_recovery_code',
  'login refused: wrong password': 'wrong',
  'login refused: no such user': 'wrong',
  'login refused: user disabled': 'wrong',
  'login refused: demo user without --demo': 'wrong',
  'login refused: locked': 'locked',
  'login refused: one-time password missing': 'second_factor_missing',
  'login refused: one-time password wrong': 'second_factor_wrong',
  'login refused: second factor locked': 'second_factor_locked',
  'sign-on': 'granted_by_provider',
  'sign-on refused: answer not valid': 'provider_refused',
  'sign-on refused: no scopes': 'provider_refused',
  'sign-on refused: user disabled': 'provider_refused',
};

/** The same for programs that ask for tokens. */
const clientOutcomeByEvent: Partial<Record<AuditEvent, string>> = {
  'token issued': 'granted',
  'token refused: no such client': 'wrong',
  'token refused: wrong credentials': 'wrong',
  'token refused: client disabled': 'wrong',
  'token refused: client expired': 'wrong',
  'token refused: assertion used before': 'reused',
  'token refused: assertion expired': 'wrong',
  'token refused: assertion for another server': 'wrong',
  'token refused: assertion not signed by a key of the client': 'wrong',
  'token refused: assertion not valid': 'wrong',
  'token refused: locked': 'locked',
};

/** Too many failures from an IP address, too many logins at once, database not available. */
const outcomeByCode: Readonly<Record<string, string>> = {
  THROTTLED: 'throttled',
  BUSY: 'busy',
  UNAVAILABLE: 'unavailable',
};

const loginPaths = new Set<string | undefined>(['/auth/otp/login', '/auth/session']);

const refreshOutcomes: Refreshed['outcome'][] = ['granted', 'refused', 'reused'];

/** The metrics of logins, refreshes and hashing. */
export function authMetrics(registry: Registry): AuthMetrics {
  const registers = [registry];
  const logins = new Counter({
    name: 'ktima_logins_total',
    help: 'Logins by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const refreshes = new Counter({
    name: 'ktima_refreshes_total',
    help: 'Refreshes by outcome; reused: a spent token was sent again and its session was ended',
    labelNames: ['outcome'],
    registers,
  });
  const clientTokens = new Counter({
    name: 'ktima_client_tokens_total',
    help: 'Requests of clients for tokens by outcome; reused: a signed assertion was sent again',
    labelNames: ['outcome'],
    registers,
  });
  const clientOutcomes = new Set(Object.values(clientOutcomeByEvent));
  const outcomes = [...Object.values(outcomeByEvent), ...Object.values(outcomeByCode)];
  return {
    countLogins: audit => async (event, userId, from) => {
      await audit(event, userId, from);
      const outcome = outcomeByEvent[event];
      if (outcome) logins.inc({ outcome });
      const clientOutcome = clientOutcomeByEvent[event];
      if (clientOutcome) clientTokens.inc({ outcome: clientOutcome });
    },
    countRejectedTooMany(server) {
      // Start all series at 0: Prometheus sees no increase when a series begins at 1.
      for (const outcome of outcomes) logins.inc({ outcome }, 0);
      for (const outcome of clientOutcomes) clientTokens.inc({ outcome }, 0);
      for (const outcome of refreshOutcomes) refreshes.inc({ outcome }, 0);
      server.addHook('onError', (request, _reply, error, done) => {
        const outcome = error instanceof KtimaError && outcomeByCode[error.code];
        if (outcome && loginPaths.has(request.routeOptions.url)) logins.inc({ outcome });
        done();
      });
      server.server.on(rejectedTooMany, (what: TooMany) => {
        if (what === 'logins') logins.inc({ outcome: 'busy' });
      });
    },
    countRefresh: outcome => refreshes.inc({ outcome }),
    watchHashing: load => hashingGauges(registry, load),
  };
}

function hashingGauges(registry: Registry, load: () => SlotLoad): void {
  const helps: Readonly<Record<keyof SlotLoad, string>> = {
    busy: 'Passwords being hashed now',
    waiting: 'Logins that wait for a hashing slot',
    slots: 'Passwords that may be hashed at the same time',
    queue: 'Logins that may wait for a slot; further ones are rejected',
  };
  for (const [what, help] of Object.entries(helps) as [keyof SlotLoad, string][]) {
    new Gauge({
      name: `ktima_hashing_${what}`,
      help,
      registers: [registry],
      collect() {
        this.set(load()[what]);
      },
    });
  }
}
