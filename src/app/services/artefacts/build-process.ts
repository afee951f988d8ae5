// A process that builds for a service that starts. What the build costs ends with it, and so does the
// lock of builds.
import { type DatabaseSettings, openStore } from '#storage/store/open-store.ts';
import { type ErrorCode, KtimaError } from '#tools/errors.ts';
import { ensureEdition, fillDemo } from './build.ts';

/** Why a build failed: in words, or the trace of an error that was not foreseen. */
export interface BuildFailure {
  readonly message: string;
  readonly code?: ErrorCode;
}

/** What to build. */
export interface BuildJob {
  readonly database: DatabaseSettings;
  /** Whether the sample is filled in first. */
  readonly demo: boolean;
}

process.once('message', async ({ database, demo }: BuildJob) => {
  // Without its parent, nobody waits for it.
  process.on('disconnect', () => process.exit(1));
  try {
    const store = await openStore(database);
    if (demo) await fillDemo(store);
    await ensureEdition(store, () => {}, true);
    process.exit(0);
  } catch (error) {
    process.send!(failureOf(error as Error), () => process.exit(1));
  }
});

function failureOf(error: Error): BuildFailure {
  if (error instanceof KtimaError) return { code: error.code, message: error.message };
  return { message: error.stack ?? error.message };
}
