import { ApiError } from '@parley/contracts';

/** Returns the result, or the error if it is one that the visitor can correct. */
export async function resultOrRefusal<T>(ask: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    throw error;
  }
}
