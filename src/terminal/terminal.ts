import type { Readable, Writable } from 'node:stream';

/** Where a command reads and writes: the process itself, or streams in its place. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

/** A stream, which may be the screen. */
export type Output = Writable & { readonly isTTY?: boolean };
