import { KtimaError } from '#tools/errors.ts';
import { openSteps } from '#tools/terminal/progress.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { ensureEdition } from '../../services/artefacts/build.ts';
import { withServedStore, withStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';

/**
 * Builds what services read, after a command has changed rows; running services use it at once. With
 * sample data among the rows, a demo reads others than a service that hides them.
 */
export async function buildForServices(
  settings: Settings,
  { stderr }: Pick<Terminal, 'stderr'>,
  verify = false,
): Promise<void> {
  try {
    await withServedStore(settings, served =>
      withStore(settings, all => ensureEdition(all, openSteps(stderr), verify, [served])),
    );
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    const message = `the rows are stored, but services use the older ones: ${error.message}`;
    throw new KtimaError(error.code, message, { cause: error });
  }
}
