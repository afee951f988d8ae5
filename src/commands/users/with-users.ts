import { userInfo } from 'node:os';
import { openAudit } from '../../auth/audit.ts';
import { type Clients, openClients } from '../../auth/clients.ts';
import { openPasswords } from '../../auth/passwords.ts';
import { openSeal } from '../../auth/seal.ts';
import { openUsers, type Users } from '../../auth/users.ts';
import type { Settings } from '../../config.ts';
import { withExistingAuthStore } from '../../services/databases.ts';

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

/** The operator at the command line, for the audit trail. */
export function commandLineOrigin(): string {
  return `command line (${userInfo().username})`;
}
