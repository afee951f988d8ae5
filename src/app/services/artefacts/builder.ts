import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseSettings } from '#storage/store/open-store.ts';
import type { Store } from '#storage/store/store.ts';
import { type ArtefactName, buildCommand } from './artefacts.ts';
import type { BuildFailure, BuildJob } from './build-process.ts';
import { fingerprint } from './fingerprint.ts';
import { ownEnvironment } from './own-environment.ts';

/** How long to wait between two tries, and after one that failed. */
const pauseMs = 3_000;
const failedPauseMs = 30_000;

/** A command takes the lock a moment after its rows are stored. */
const looksUntilIdle = 2;

/** Builds artefacts for a service that has found none, unless another process does. */
export function openBuilder(store: Store, database: DatabaseSettings, log: FastifyBaseLogger) {
  const ending = new AbortController();
  const due = new Set<ArtefactName>();
  let isForbidden = false;
  let idleLooks = 0;
  let notBefore = 0;
  let building: Promise<void> | undefined;
  const isIdle = () => idleLooks >= looksUntilIdle;
  const build = async () => {
    const lock = await store.artefacts.lock();
    isForbidden = lock === 'forbidden' || lock === 'unknown';
    idleLooks = lock === 'forbidden' ? idleLooks + 1 : 0;
    if (idleLooks === looksUntilIdle) {
      const message = `an index is missing or older than the data, and no process builds it: run ${buildCommand}`;
      log.error({ artefacts: [...due] }, message);
    }
    if (typeof lock === 'string') return;
    log.info('artefacts are built, because none fits the data and this program');
    await runBuild(database, ending.signal).finally(lock);
  };
  return {
    /** Whether this service may not write or has failed, so that an operator has to build. */
    needsOperator: () => isForbidden || isIdle(),
    /** Whether no process builds what is due. */
    isIdle,
    /** What is no longer due. */
    drop(name: ArtefactName): void {
      if (due.delete(name) && due.size === 0) idleLooks = 0;
    },
    /** Builds what is missing. To call again and again until it is there. */
    request(name: ArtefactName): void {
      due.add(name);
      if (building || performance.now() < notBefore || ending.signal.aborted) return;
      building = build()
        .then(
          () => pauseMs,
          err => {
            if (!ending.signal.aborted) log.error({ err }, 'artefacts could not be built');
            idleLooks = looksUntilIdle;
            return failedPauseMs;
          },
        )
        .then(pause => {
          building = undefined;
          notBefore = performance.now() + pause;
        });
    },
    async close(): Promise<void> {
      ending.abort();
      await building;
    },
  };
}

/** Builds in a process of its own, with the lock that this one has. */
async function runBuild(database: DatabaseSettings, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const script = new URL('./build-process.ts', import.meta.url);
  const child = fork(script, [], {
    env: ownEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  let failure = 'the process ended early';
  child.on('message', ({ failed }: BuildFailure) => {
    failure = failed;
  });
  child.send({ database, program: fingerprint() } satisfies BuildJob);
  const [code] = await once(child, 'close').finally(() =>
    signal.removeEventListener('abort', stop),
  );
  if (code !== 0) throw new Error(failure);
}
