/** How one call may be told to behave. */
export interface CallOptions {
  /** Gives the call up: it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the call may take in all, retries included; the client's own unless told. */
  readonly timeoutMs?: number | undefined;
}
