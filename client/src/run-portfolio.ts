import { KtimaApiError } from './api-error.ts';
import type { CallOptions } from './call.ts';
import type { Calls } from './operations.ts';
import type { Portfolio, PortfolioSummary, SendPortfolioInput } from './types.ts';

/** The operations that a run needs. */
type PortfolioCalls = Pick<
  Calls,
  'sendPortfolio' | 'portfolio' | 'portfolioResult' | 'portfolioSummary' | 'deletePortfolio'
>;

/** The options of `runPortfolio`; the time limit is that of each request, not of the run. */
export interface PortfolioRunOptions extends CallOptions {
  /** Called with each state and, while it runs, every second with the progress. */
  readonly onState?: (portfolio: Portfolio) => void;
  /** Whether the portfolio stays at the service, for its rows and other summaries; default false. */
  readonly keep?: boolean;
}

/** A portfolio that is done. */
export interface FinishedPortfolio {
  readonly portfolio: Portfolio;
  /** The enriched file. */
  readonly result: Blob;
  readonly summary: PortfolioSummary;
}

/** A file of 50 MB on a slow line. */
const requestMs = 600_000;

/**
 * Sends a file, waits for its run, and returns the result. Throws a KtimaApiError with the reason if
 * the run fails. A run that fails or is aborted is removed at the service.
 */
export async function runPortfolio(
  client: PortfolioCalls,
  input: SendPortfolioInput,
  { onState, keep = false, signal, timeoutMs = requestMs }: PortfolioRunOptions = {},
): Promise<FinishedPortfolio> {
  const options = { signal, timeoutMs };
  let portfolio = await client.sendPortfolio(input, options);
  const { id } = portfolio;
  let isKept = false;
  try {
    onState?.(portfolio);
    while (portfolio.state === 'queued' || portfolio.state === 'running') {
      portfolio = await client.portfolio({ id, wait: onState ? 1 : 30 }, options);
      onState?.(portfolio);
    }
    if (portfolio.state === 'failed') {
      const message = portfolio.error ?? 'the run failed';
      throw new KtimaApiError(message, { reason: 'answer', status: 200 });
    }
    const result = await client.portfolioResult({ id }, options);
    const summary = await client.portfolioSummary({ id }, options);
    isKept = keep;
    return { portfolio, result, summary };
  } finally {
    // A service that cannot be reached removes it by itself, a day later.
    if (!isKept) await client.deletePortfolio({ id }).catch(() => {});
  }
}
