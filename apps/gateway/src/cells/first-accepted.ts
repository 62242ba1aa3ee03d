import { ApiError, apiErrors } from '@parley/contracts';

/** What a cell answers if it does not have the account, the session, the organization or the link. */
const NOT_HERE: ReadonlySet<string> = new Set(
  [
    apiErrors.authenticationFailed(),
    apiErrors.invalidApiKey(),
    apiErrors.sessionEnded(),
    apiErrors.unknownOrganization(),
    apiErrors.confirmationInvalid(),
  ].map(({ code }) => code),
);

/** What the first cell that accepts answers. If all refuse: what the client is told. */
export async function firstAccepted<T>(answers: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.any(answers);
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    throw errors.find((each) => !(each instanceof ApiError)) ?? preferredRefusal(errors.filter((each) => each instanceof ApiError));
  }
}

/**
 * Of the refusals of all cells, the one for the client: the refusal of the cell that has what was asked for. If a cell did not answer, it may be
 * that cell.
 */
function preferredRefusal(refusals: readonly ApiError[]): ApiError {
  const [first] = refusals;
  const own = refusals.find(({ code, status }) => status < 500 && !NOT_HERE.has(code));
  return own ?? refusals.find(({ status }) => status >= 500) ?? first ?? apiErrors.unavailable();
}
