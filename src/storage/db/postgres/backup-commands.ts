import { basename, dirname } from 'node:path';

/** What is restored. Functions, triggers and rules of a dump would run with the rights of the role. */
const restored =
  'TABLE|TABLE ATTACH|TABLE DATA|SEQUENCE|SEQUENCE OWNED BY|SEQUENCE SET|DEFAULT|CONSTRAINT|' +
  'FK CONSTRAINT|INDEX|INDEX ATTACH';

/**
 * The shell lines that back up a database of PostgreSQL, with its URL in a setting. Indexes that are
 * built from the rows, and portfolios, which expire, are left out.
 */
export function backupLines(setting: string, file: string): string[] {
  const [folder, name] = [quoted(dirname(file)), quoted(basename(file))];
  return [
    'pg_dump --format=custom --no-owner --no-privileges --lock-wait-timeout=60s \\',
    "  --exclude-table-data='artefact*' --exclude-table-data='portfolio_*' \\",
    `  --file=${quoted(file)} --dbname="$${setting}" &&`,
    `(cd ${folder} && sha256sum ${name} >${name}.sha256)`,
  ];
}

/**
 * The shell lines that restore such a backup into a new, empty database that has PostGIS. pg_restore
 * takes a changed byte, so the checksum is first; a whole dump fails at the extension.
 */
export function restoreLines(service: string, setting: string, file: string): string[] {
  const [folder, name] = [quoted(dirname(file)), quoted(basename(file))];
  const list = quoted(`${file}.list`);
  return [
    `(cd ${folder} && sha256sum --check --strict ${name}.sha256) &&`,
    `pg_restore --list ${quoted(file)} |`,
    `  grep -E '^[0-9]+; [0-9]+ [0-9]+ (${restored}) ' |`,
    `  grep -v ' spatial_ref_sys ' >${list} &&`,
    'pg_restore --single-transaction --exit-on-error --no-owner --no-privileges \\',
    `  --use-list=${list} --dbname="$${setting}" ${quoted(file)} &&`,
    `ktima migrate ${service === 'auth' ? service : 'api'}`,
  ];
}

/** A word for the shell. */
function quoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
