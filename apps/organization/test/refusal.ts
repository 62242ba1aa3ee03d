import { ApiError } from '@parley/contracts';

/** The error that a call is answered with. */
export async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw error;
  return error;
}
