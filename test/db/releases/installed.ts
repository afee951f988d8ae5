import { cpSync, readdirSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { newHome } from '../../commands/ktima.ts';
import { type Kept, settings } from './content.ts';
import type { Engine } from './databases.ts';

const here = 'test/db/releases';

/** The releases that are kept. */
export const releases = readdirSync(here, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name);

const folderOf = (release: string, { name }: Engine) => `${here}/${release}/${name}`;

/** What is kept of a release beside its databases. */
export function keptOf(release: string, engine: Engine): Kept {
  return JSON.parse(readFileSync(`${folderOf(release, engine)}/kept.json`, 'utf8'));
}

/** Makes an installation of a release for a test; returns its settings. */
export async function installRelease(t: TestContext, release: string, engine: Engine) {
  const folder = folderOf(release, engine);
  const home = newHome(t);
  const reportKeys = `${home.folder}/report-keys.json`;
  cpSync(`${folder}/report-keys.json`, reportKeys);
  const databases = await engine.newDatabases(home.folder);
  const env = { ...home.env, ...settings, ...databases, KTIMA_REPORT_KEYS: reportKeys };
  await engine.read(env, folder);
  return env;
}
