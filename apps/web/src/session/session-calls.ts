import { ApiError, type Caller } from '@parley/client';

/** True if there is another token of the same person, so that the call may be repeated. */
export type RenewToken = () => Promise<boolean>;

/** The token of the call was of another session than the cookie, or the cookie was of one that ended while the call was on its way. */
const CODES: ReadonlySet<string> = new Set(['CSRF_FAILED', 'SESSION_ENDED', 'SESSION_REQUIRED']);

export function isOfOtherSession(error: unknown): boolean {
  return error instanceof ApiError && CODES.has(error.code);
}

/** Repeats work once if it was of an earlier session, such as after a sign-in in another tab. */
export async function withToken<T>(work: () => Promise<T>, renew: RenewToken): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isOfOtherSession(error) || !(await renew())) throw error;
    return await work();
  }
}

/** The calls of a page with a session. */
export class SessionCaller implements Caller {
  constructor(
    private readonly caller: Caller,
    private readonly renew: RenewToken,
  ) {}

  readonly call: Caller['call'] = (endpoint, params, options) => withToken(() => this.caller.call(endpoint, params, options), this.renew);
}
