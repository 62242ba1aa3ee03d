import { ApiError, apiErrors } from '@parley/contracts';

/** An answer of SMTP that is no success. `smtp-server` sends `responseCode` and the text. */
export class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal';

  constructor(
    readonly responseCode: number,
    /** RFC 3463 */
    enhanced: string,
    text: string,
  ) {
    // One line of printable ASCII.
    super(`${enhanced} ${text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300)}`);
  }

  get isTemporary(): boolean {
    return this.responseCode < 500;
  }
}

const TEMPORARY = 451;
const PERMANENT = 550;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
const UNKNOWN_ORGANIZATION = apiErrors.unknownOrganization().code;
const UNKNOWN = apiErrors.unknownMailAddress().msg;

/** The sender's server repeats the delivery later. */
export const delayed = (enhanced: string, text: string, code = TEMPORARY) => new SmtpRefusal(code, enhanced, text);

/** The sender is told that the mail was not delivered. */
export const refused = (enhanced: string, text: string, code = PERMANENT) => new SmtpRefusal(code, enhanced, text);

/** The answer for an error of a service: what a later delivery may overcome is temporary. */
export function refusalOf(error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error;
  if (!(error instanceof ApiError)) return delayed('4.3.0', 'The mail could not be stored; try again later');
  const { status, msg, retryAfterSeconds } = error;
  if (status >= SERVER_ERROR || status === TOO_MANY_REQUESTS || retryAfterSeconds !== undefined) return delayed('4.3.0', msg);
  if (error.code === UNKNOWN_ORGANIZATION) return refused('5.1.1', UNKNOWN);
  return refused(msg === UNKNOWN ? '5.1.1' : '5.7.1', msg);
}
