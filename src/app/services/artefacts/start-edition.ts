import { fork } from 'node:child_process';
import { once } from 'node:events';
import { missingSamples } from '#importing/shipped/sample.ts';
import { missingTown } from '#importing/shipped/town.ts';
import type { Store } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import type { BuildFailure, BuildJob } from './build-process.ts';
import { isBuilt, type LoadedEdition, loadEdition } from './edition.ts';
import { ownEnvironment } from './own-environment.ts';

/**
 * Loads the edition that a service starts with. If it is not there, or damaged, it is built first;
 * `begin` is called before that.
 */
export async function startEdition(
  store: Store,
  job: BuildJob,
  begin: () => Promise<void>,
): Promise<LoadedEdition> {
  const isWhole = !job.demo || (await hasDemo(store));
  if (isWhole && (await isBuilt(store))) {
    const loaded = await loadEdition(store).catch(error => {
      if (!(error instanceof KtimaError)) throw error;
    });
    if (loaded) return loaded;
  }
  await begin();
  if (job.database.url === 'sqlite::memory:') await buildHere(store, job);
  else await buildInProcess(job);
  return loadEdition(store);
}

async function hasDemo(store: Store): Promise<boolean> {
  const missing = [...(await missingSamples(store)), ...(await missingTown(store))];
  return missing.length === 0;
}

/** No other process reads a database in memory. */
async function buildHere(store: Store, { demo }: BuildJob): Promise<void> {
  const { ensureEdition, fillDemo } = await import('./build.ts');
  if (demo) await fillDemo(store);
  await ensureEdition(store);
}

/** Builds in a process of its own: some of it would hold this one up for seconds or minutes. */
async function buildInProcess(job: BuildJob): Promise<void> {
  const script = new URL('./build-process.ts', import.meta.url);
  const child = fork(script, [], {
    env: ownEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let failure: BuildFailure = { message: 'the process that builds the indexes ended early' };
  child.on('message', (message: BuildFailure) => {
    failure = message;
  });
  child.send(job);
  const [code] = await once(child, 'close');
  if (code === 0) return;
  const { code: reason, message } = failure;
  throw reason ? new KtimaError(reason, message) : new Error(message);
}
