import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the program. */
export const version = '2.0.0';

/**
 * The version with the revision of the sources in a folder, as `2.0.0 (3f2a91c04b7d)`. An archive
 * and an image have it in revision.txt; in a checkout, git is asked. Without either, the version alone.
 */
export function versionWithRevision(folder: string): string {
  const revision = revisionOf(folder);
  return revision ? `${version} (${revision})` : version;
}

/** The revision of the sources in a folder, by default those of this program; empty if unknown. */
export function revisionOf(folder = join(import.meta.dirname, '../..')): string {
  return writtenRevision(join(folder, 'revision.txt')) || checkedOutRevision(folder);
}

/** What `git archive` or the build of an image wrote; in a checkout it is a placeholder. */
function writtenRevision(file: string): string {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return /^[\da-f]{7,64}$/.test(text) ? text.slice(0, 12) : '';
}

function checkedOutRevision(folder: string): string {
  // A folder inside the checkout of something else has no revision.
  if (!existsSync(join(folder, '.git'))) return '';
  const ask = ['-C', folder, 'rev-parse', '--short=12', 'HEAD'];
  try {
    return execFileSync('git', ask, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return '';
  }
}
