import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type KtimaError, sentenceOf } from '#tools/errors.ts';
import { checkReplaceable, writeJson } from '#tools/files/write-file.ts';
import type { BackupRecord } from '../telemetry/metrics.ts';

/** The file in KTIMA_BACKUP_RECORDS. One per service: two backups may end at the same time. */
const fileOf = (folder: string, service: string) => join(folder, `${service}.json`);

/** The last backup of a service; undefined if none is recorded. */
export async function readBackupRecord(
  folder: string,
  service: string,
): Promise<BackupRecord | undefined> {
  try {
    return JSON.parse(await readFile(fileOf(folder, service), 'utf8'));
  } catch (error) {
    // A file that cannot be read is no proof of a backup.
    if (error instanceof SyntaxError || 'code' in (error as Error)) return undefined;
    throw error;
  }
}

/** Makes a backup and records its outcome, for the metrics and `ktima check`. */
export async function recordBackup<Result extends { readonly bytes: number }>(
  folder: string,
  service: string,
  backUp: () => Promise<Result>,
): Promise<Result> {
  if (folder === '') return backUp();
  const file = fileOf(folder, service);
  // Before the work: a wrong folder would be found only after a dump of hours.
  await checkReplaceable(file, []);
  try {
    const result = await backUp();
    await writeJson(file, { finished_at: now(), bytes: result.bytes });
    return result;
  } catch (error) {
    const before = await readBackupRecord(folder, service);
    const failure = { failed_at: now(), error: sentenceOf(error as KtimaError) };
    // On a full disk this fails too, and the error of the backup matters more.
    await writeJson(file, { ...before, ...failure }).catch(() => {});
    throw error;
  }
}

function now(): string {
  return new Date().toISOString();
}
