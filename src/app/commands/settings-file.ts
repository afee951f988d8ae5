import { lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { KtimaError, usageError } from '#tools/errors.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';

/*
 * A file of settings, which `ktima setup` reads, a shell (`. FILE`) and systemd (EnvironmentFile). It
 * has secrets, so it is private, and never read or written through a link.
 */

/**
 * A line that all three read alike: a comment, or NAME=value. A shell expands `$` and `~`, ends an
 * unquoted value at a space, and runs what follows `;` or `&`; parseEnv ends it at `#`; systemd reads
 * a backslash in quotes otherwise, and joins a comment that ends in one with the next line.
 */
const plainLine =
  /^[ \t]*(?:#(?:.*[^\\])?|[A-Za-z_]\w*=(?:[^\p{C}\s"'`$\\#&;|<>()~]*|'[^\p{C}'\\]*'|"[^\p{C}"\\$`]*")[ \t]*)?$/u;

/** The files of a path: one file, or those of a folder, for both services and for each. */
export function settingsFiles(path: string): string[] {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? ['common.env', 'api.env', 'auth.env'].map(name => join(path, name)) : [path];
}

/** Reads the settings of a file or folder; none if there is no file. */
export function readSettings(path: string): Record<string, string> {
  return Object.assign({}, ...settingsFiles(path).map(readSettingsFile));
}

/** Adds the secret that seals keys to the file, or to that of the service which needs it. */
export async function addKeySecret(path: string, secret: string): Promise<void> {
  await addSetting(settingsFiles(path).at(-1)!, `KTIMA_KEY_SECRET=${secret}`);
}

function readSettingsFile(path: string): Record<string, string> {
  const text = textOf(path);
  const lines = text.split('\n');
  const wrong = lines.findIndex(line => !plainLine.test(line));
  if (wrong === -1) return parseEnv(text) as Record<string, string>;
  // Not the value, which may be a secret.
  const [, name = 'it'] = /^[ \t]*([A-Za-z_]\w*)=/.exec(lines[wrong]!) ?? [];
  throw usageError(
    `${path}, line ${wrong + 1}: a shell, systemd and setup would read ${name} differently: expected ` +
      "NAME=value, or NAME='value' where it has spaces or any of $ ` \" # & ; | < > ( ) ~, without \\ or '",
  );
}

/** Adds a line to a file of settings, which is replaced as a whole: the disk may be full. */
async function addSetting(path: string, line: string): Promise<void> {
  const text = textOf(path);
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  await replaceFileBy(path, write => write(`${text}${end}${line}\n`), 0o600);
}

function textOf(path: string): string {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (!facts) return '';
    if (!facts.isFile()) throw usageError(`${path}: expected a file, not a link, folder or device`);
    // On Windows files have no such owner.
    if (process.getuid && facts.uid !== process.getuid()) {
      throw usageError(`${path}: it belongs to another user: run setup as that user`);
    }
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof KtimaError) throw cause;
    throw usageError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
}
