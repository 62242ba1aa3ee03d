import { ApiError } from '@parley/contracts';

/** What was asked for, or the refusal, where it is one that a person can do something about. */
export async function refusedAs<T>(ask: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    throw error;
  }
}
