import { messageOf, refusal, withoutFile } from '#features/portfolio/messages/refusals.ts';
import { type Message, textIn } from '#features/portfolio/messages/row-messages.ts';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import type { StoredRun } from '#features/runs/stored-run.ts';
import { KtimaError } from '#tools/errors.ts';
import type { RunReport } from './process/run-process.ts';

/** What happens to a run that was claimed. */
export type RunEvent =
  | { readonly type: 'reported'; readonly report: RunReport }
  | { readonly type: 'counted' }
  | ({ readonly type: 'done' } & EndTimes)
  | ({ readonly type: 'failed'; readonly error: unknown } & EndTimes)
  | { readonly type: 'stopped' };

/** A run that was interrupted so often may be what ends its process. */
export const mostInterruptions = 3;

/** The run after an event. `queued` means that it is tried again. */
export function step(run: StoredRun, event: RunEvent): StoredRun {
  const { status } = run;
  switch (event.type) {
    case 'reported':
      return { ...run, status: { ...status, ...event.report } };
    case 'counted':
      return { ...run, isCounted: true };
    // An orderly stop of the service is no interruption.
    case 'stopped':
      return { ...run, status: { ...status, state: 'queued' } };
    case 'done':
      return { ...run, status: { ...status, state: endOf(status), ...timesOf(event) } };
    case 'failed':
      return isTemporary(event.error) && run.interruptions + 1 < mostInterruptions
        ? { ...run, interruptions: run.interruptions + 1, status: { ...status, state: 'queued' } }
        : { ...run, status: failedStatus(status, event.error, event) };
  }
}

/** A file that is only read has said so. */
function endOf({ state }: PortfolioStatus) {
  return state === 'read' ? state : 'done';
}

/** The moment of an end, and when the run is removed. */
interface EndTimes {
  readonly now: Date;
  readonly expiresAt: Date;
}

function timesOf({ now, expiresAt }: EndTimes) {
  return { finished_at: now.toISOString(), expires_at: expiresAt.toISOString() };
}

/** The status of a run that has failed. */
export function failedStatus<Status extends Pick<PortfolioStatus, 'language'>>(
  status: Status,
  cause: unknown,
  times: EndTimes,
) {
  // Only errors of ours have a message for clients.
  const reason: Message = cause instanceof KtimaError ? messageOf(cause) : { code: 'internal' };
  const error = textIn(status.language, reason);
  const error_code = codeOf(cause, withoutFile(reason));
  return { ...status, state: 'failed' as const, error, error_code, ...timesOf(times) };
}

/** Whether a later attempt may succeed: the database was not available. */
function isTemporary(error: unknown): boolean {
  return error instanceof KtimaError && error.code === 'UNAVAILABLE';
}

/** A reason that is only a text has the code of its error. */
function codeOf(error: unknown, { code }: Message): string {
  return code === 'text' || code === 'of_file' ? (error as KtimaError).code.toLowerCase() : code;
}

/** The error of a run that ended its process again and again. */
export function interruptedTooOften(): KtimaError {
  return refusal({ code: 'interrupted', values: { times: mostInterruptions } });
}
