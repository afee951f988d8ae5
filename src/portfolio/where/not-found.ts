import { KtimaError } from '../../errors.ts';

/** What a lookup gives, or instead the error that there is no such thing; any other is the run's. */
export async function orNotFound<T>(look: () => Promise<T>): Promise<T | KtimaError> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof KtimaError && error.code === 'NOT_FOUND') return error;
    throw error;
  }
}
