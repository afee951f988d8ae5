import { Counter, Gauge, type Registry } from 'prom-client';
import type { Audit, AuditEvent } from '../auth/audit.ts';
import type { Refreshed } from '../auth/store.ts';
import { KtimaError } from '../errors.ts';
import type { Instrument } from '../http/server.ts';
import type { SlotLoad } from '../http/slots.ts';
import { rejectedTooMany, type TooMany } from '../http/too-many-requests.ts';

/** Counts what the authentication service decides, never for whom. */
export interface AuthMetrics {
  /** An audit trail whose lines on logins are counted as well. */
  readonly countLogins: (audit: Audit) => Audit;
  /** Counts the logins that were turned away before anything was decided. */
  readonly countRefusedAsTooMany: Instrument;
  readonly countRefresh: (outcome: Refreshed['outcome']) => void;
  readonly watchHashing: (load: () => SlotLoad) => void;
}

/**
 * Wrong passwords, unknown and disabled users are one outcome: whoever can read the metrics shall
 * not find out who has an account here.
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
};

/** Too many failures from an address, too many logins at once, no database. */
const outcomeByCode: Readonly<Record<string, string>> = {
  THROTTLED: 'throttled',
  BUSY: 'busy',
  UNAVAILABLE: 'unavailable',
};

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
    help: 'Refreshes by outcome; reused: a spent token came again and its session was ended',
    labelNames: ['outcome'],
    registers,
  });
  const outcomes = [...Object.values(outcomeByEvent), ...Object.values(outcomeByCode)];
  return {
    countLogins: audit => async (event, userId, from) => {
      await audit(event, userId, from);
      const outcome = outcomeByEvent[event];
      if (outcome) logins.inc({ outcome });
    },
    countRefusedAsTooMany(server) {
      // From zero on: else the first of a kind would be no increase.
      for (const outcome of outcomes) logins.inc({ outcome }, 0);
      for (const outcome of refreshOutcomes) refreshes.inc({ outcome }, 0);
      server.addHook('onError', (request, _reply, error, done) => {
        const outcome = error instanceof KtimaError && outcomeByCode[error.code];
        if (outcome && request.routeOptions.url === '/auth/otp/login') logins.inc({ outcome });
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
    waiting: 'Logins that wait for a slot to hash in',
    slots: 'How many passwords are hashed at once (KTIMA_HASH_SLOTS)',
    queue: 'How many logins may wait for a slot; the next is refused (KTIMA_HASH_QUEUE)',
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
