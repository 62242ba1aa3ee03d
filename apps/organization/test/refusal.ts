import { ApiError } from '@parley/contracts';

/** The error of a refused call. */
export async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw error;
  return error;
}
