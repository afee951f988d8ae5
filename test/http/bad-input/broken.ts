import type fc from 'fast-check';
import type { Draft } from './request.ts';

/** A request that was broken, and the statuses it may get; undefined for any that is described. */
export interface Broken {
  readonly draft: Draft;
  readonly fault: string;
  readonly expected: readonly number[] | undefined;
}

/** One way to break a request. */
export type Breakage = fc.Arbitrary<Broken>;

/** Statuses of a request that is valid after all: its object may not exist. */
export const served: readonly number[] = [200, 204, 304, 404, 422];
