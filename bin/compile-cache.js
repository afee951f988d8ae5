// @ts-check
import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens the cache of compiled TypeScript. Not where Node keeps it by default: another user could have
 * made that folder, and put code of their own into it.
 */
export function openCompileCache() {
  const folder = privateTemporaryFolder('ktima-compiled');
  if (!folder) return;
  enableCompileCache(folder);
  // For threads, which do not share the cache that was just opened.
  process.env.NODE_COMPILE_CACHE ??= folder;
}

/**
 * A folder in the system's temporary one, the same for every process of this user; undefined when it
 * cannot be had, or is another user's, who could plant files in it.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function privateTemporaryFolder(name) {
  const user = process.getuid?.() ?? 0;
  const path = join(tmpdir(), `${name}-${user}`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const facts = lstatSync(path);
    const isOurs = facts.isDirectory() && facts.uid === user && (facts.mode & 0o077) === 0;
    return isOurs ? path : undefined;
  } catch {
    return undefined;
  }
}
