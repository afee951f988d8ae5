/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call, including retries; default: that of the client. */
  readonly timeoutMs?: number | undefined;
}
