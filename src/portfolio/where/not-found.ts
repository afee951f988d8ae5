import { KtimaError } from '../../errors.ts';

/** Runs a lookup. Returns a NOT_FOUND error instead of throwing it; other errors are thrown. */
export async function orNotFound<T>(look: () => Promise<T>): Promise<T | KtimaError> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof KtimaError && error.code === 'NOT_FOUND') return error;
    throw error;
  }
}
