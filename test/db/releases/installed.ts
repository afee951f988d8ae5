import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { newHome } from '../../commands/ktima.ts';
import { type Kept, settings } from './content.ts';
import type { Engine, Texts } from './databases.ts';

/** An installation of a release: its databases, and what is known of it. */
interface Installation {
  readonly kept: Kept;
  readonly databases: Texts;
}

const here = 'test/db/releases';

/** The releases that are kept, one file for each engine. */
export const releases = [
  ...new Set(readdirSync(here).flatMap(name => /^(\d.*)-\w+\.json\.gz$/.exec(name)?.[1] ?? [])),
];

const fileOf = (release: string, { name }: Engine) => `${here}/${release}-${name}.json.gz`;

/** Keeps an installation for the tests of later versions; returns the name of the file. */
export function keepInstallation(release: string, engine: Engine, installation: Installation) {
  const file = fileOf(release, engine);
  writeFileSync(file, gzipSync(JSON.stringify(installation), { level: 9 }));
  return file;
}

function installationOf(release: string, engine: Engine): Installation {
  return JSON.parse(gunzipSync(readFileSync(fileOf(release, engine))).toString());
}

/** What is kept of a release beside its databases. */
export function keptOf(release: string, engine: Engine): Kept {
  return installationOf(release, engine).kept;
}

/** Makes an installation of a release for a test; returns its settings. */
export async function installRelease(t: TestContext, release: string, engine: Engine) {
  const { databases } = installationOf(release, engine);
  const home = newHome(t);
  const urls = await engine.newDatabases(home.folder);
  const env = { ...home.env, ...settings, ...urls };
  await engine.read(env, databases);
  return env;
}
