import { userInfo } from 'node:os';
import { type Clients, openClients } from '#features/auth/accounts/clients.ts';
import { loginKey, openUsers, type Users } from '#features/auth/accounts/users.ts';
import { openAudit } from '#features/auth/protection/audit.ts';
import { openPasswords } from '#features/auth/protection/passwords.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import { hasDatabase, withAuthStore, withExistingAuthStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';

/** Opens the authentication database for a user command; only adding a user may create it. */
export function withUsers<T>(
  settings: Settings,
  work: (users: Users) => Promise<T>,
  open = withExistingAuthStore<T>,
): Promise<T> {
  return open(settings, async store => {
    const clock = () => new Date();
    const passwords = await openPasswords({ slots: 1, queue: 1 });
    const audit = openAudit(store, clock);
    const seal = openSeal(settings.keySecret, settings.oldKeySecret);
    return work(openUsers({ store, passwords, seal, audit, from: commandLineOrigin(), clock }));
  });
}

/** The same for a client command; only adding a client may create the database. */
export function withClients<T>(
  settings: Settings,
  work: (clients: Clients) => Promise<T>,
  open = withExistingAuthStore<T>,
): Promise<T> {
  return open(settings, store => {
    const clock = () => new Date();
    const audit = openAudit(store, clock);
    return work(openClients({ store, audit, from: commandLineOrigin(), clock }));
  });
}

/** A user or client, whose id is the subject of its tokens. */
export interface KnownSubject {
  readonly kind: 'user' | 'client';
  readonly id: string;
  readonly name: string;
}

/** All users and clients; none if there is no authentication database yet. */
export async function knownSubjects(settings: Settings): Promise<KnownSubject[]> {
  if (!hasDatabase(settings, 'auth')) return [];
  return withAuthStore(settings, async store => {
    const [users, clients] = await Promise.all([store.listUsers(), store.listClients()]);
    return [
      ...users.map(({ id, name }) => ({ kind: 'user' as const, id, name })),
      ...clients.map(({ id, name }) => ({ kind: 'client' as const, id, name })),
    ];
  });
}

/** Those with a name or id; two if a user and a client have the same name. */
export function named(subjects: readonly KnownSubject[], name: string): KnownSubject[] {
  return subjects.filter(one => one.id === name || loginKey(one.name) === loginKey(name));
}

/** The operator at the command line, for the audit trail. */
export function commandLineOrigin(): string {
  return `command line (${userInfo().username})`;
}
