import { openAuthStore } from '../auth/open-store.ts';
import type { Settings } from '../config.ts';
import { postgresOptions, propertyDatabase } from '../services/databases.ts';
import { openStore } from '../store/open.ts';
import type { Text } from '../terminal/print.ts';

/** Brings the tables of both services, or of one, up to date: opening a database does that. */
export async function migrate(settings: Settings, only: 'api' | 'auth' | undefined): Promise<Text> {
  const lines: string[] = [];
  if (only !== 'auth') {
    await (await openStore(propertyDatabase(settings))).close();
    lines.push('KTIMA_DATABASE_URL: the tables are up to date');
  }
  if (only !== 'api') {
    await (await openAuthStore(settings.authDatabaseUrl, postgresOptions(settings))).close();
    lines.push('KTIMA_AUTH_DATABASE_URL: the tables are up to date');
  }
  return lines;
}
