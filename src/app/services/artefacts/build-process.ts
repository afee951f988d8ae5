// A process that builds artefacts for a service, which has the lock of builds. What the build costs
// ends with it.
import { type DatabaseSettings, openStore } from '#storage/store/open-store.ts';
import { buildArtefacts } from './build.ts';
import { fingerprint } from './fingerprint.ts';

/** What to build, and for which program. */
export interface BuildJob {
  readonly database: DatabaseSettings;
  readonly program: string;
}

/** Why a build failed. */
export interface BuildFailure {
  readonly failed: string;
}

process.once('message', async ({ database, program }: BuildJob) => {
  // Without its parent, the lock is free.
  process.on('disconnect', () => process.exit(1));
  try {
    if (fingerprint() !== program) throw new Error('the program was replaced: restart the service');
    await buildArtefacts(await openStore(database), () => {}, true);
    process.exit(0);
  } catch (error) {
    const { stack, message } = error as Error;
    process.send!({ failed: stack ?? message } satisfies BuildFailure, () => process.exit(1));
  }
});
