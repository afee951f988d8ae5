/** The options of one call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit of the call, including retries; default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** The number of retries; default: that of the client. */
  readonly retries?: number | undefined;
}

/** The content of a file. */
export type FileContent = Blob | Uint8Array<ArrayBuffer> | string;

/** A file to send. Retries with the same key are one; by default each call has its own. */
export interface SentFile {
  readonly file: FileContent;
  readonly idempotency_key?: string | undefined;
}
