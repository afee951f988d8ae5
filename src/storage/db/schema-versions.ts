import { badData } from '#tools/errors.ts';

/** The tables of a service in one engine. */
export interface Schema {
  /** SQL: the first script makes the tables, each later one the next version of them. */
  readonly scripts: readonly string[];
  /** What to do with a database that was made before the first version. */
  readonly ifOlder: string;
}

/**
 * The version of the tables that the first script makes; a database stores its version. Lower
 * numbers are those of before the first release, which no script begins with.
 */
export const firstVersion = 100;

/** The version of the tables after all scripts. */
export function currentVersion({ scripts }: Schema): number {
  return firstVersion + scripts.length - 1;
}

/** Why tables of a version cannot be used, as it follows their name; undefined if they can. */
function versionProblem(schema: Schema, version: number): string | undefined {
  if (version > currentVersion(schema)) return 'was written by a newer version of Ktima';
  if (version === 0 || version >= firstVersion) return undefined;
  return `was written by a version of Ktima from before the first release: ${schema.ifOlder}`;
}

/** The scripts that a database of a version needs, 0 for one without tables; throws if none help. */
export function missingScripts(schema: Schema, version: number, name: string): readonly string[] {
  const problem = versionProblem(schema, version);
  if (problem) throw badData(`${name} ${problem}`);
  return schema.scripts.slice(version === 0 ? 0 : version - firstVersion + 1);
}
