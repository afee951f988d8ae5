import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Problems with a file that exists, or that cannot be created, by the system's code. */
const problems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write it; run the command as the user who owns it',
  EPERM: 'this user may not read and write it; run the command as the user who owns it',
  EROFS: 'its disk is read-only; choose a path on another disk',
  ENOSPC: 'no room left on its disk',
};

/**
 * Why the file of a database cannot be opened, and what to do. Undefined where the engine's own
 * message has the reason.
 */
export function openProblem(path: string, code = ''): string | undefined {
  const folder = dirname(path);
  const known = nearestExisting(folder);
  if (!statSync(known).isDirectory()) {
    return `${known} is a file, expected a folder; correct the database URL`;
  }
  const missing = missingFolder(folder);
  if (missing !== undefined) {
    return `the folder ${missing} does not exist; create it, or correct the database URL`;
  }
  if (existsSync(path) && statSync(path).isDirectory()) {
    return 'expected a file, this is a folder; add the name of the file to the database URL';
  }
  return problems[code] ?? (/^E[A-Z]+$/.test(code) ? `it cannot be created (${code})` : undefined);
}

/** The folder itself, or the first above it that exists. */
function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** The topmost missing folder, except the last one of a path, which is created. */
function missingFolder(folder: string): string | undefined {
  const parent = dirname(folder);
  if (existsSync(folder) || existsSync(parent)) return undefined;
  return missingFolder(parent) ?? parent;
}
