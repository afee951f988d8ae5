/** How far an import has come, for a progress bar. */
export interface Progress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}
