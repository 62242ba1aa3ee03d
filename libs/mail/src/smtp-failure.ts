/** The mailbox does not exist, or takes no mail. 5.1.7 and 5.1.8 are about the sender, and servers use 5.1.0 for senders too. */
const OF_MAILBOX: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10', '5.2.1']);
/** The text is too long, or the server cannot handle its form. */
const OF_TEXT = /^(5\.2\.3|5\.3\.4|5\.6\.\d{1,3})$/;
const MAILBOX_UNAVAILABLE = 550;
/** In the answer of a server without enhanced codes: what concerns all mails. */
const OF_ALL_MAILS = /relay|auth|log ?in|sender|block|limit|quota|policy/i;

/**
 * Whether the server refused this mailbox or this text for good, so that a retry would fail too. All else is retried, also with 5xx: servers say after
 * any command that a login is missing, that they do not relay, or that a quota is used up. That concerns all mails, and the operator can mend it.
 */
export function isFinalRefusal(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number')) return false;
  const { responseCode } = error;
  if (responseCode < 500 || !('command' in error)) return false;
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : '';
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1];
  if (error.command === 'DATA') return enhanced !== undefined && OF_TEXT.test(enhanced);
  if (error.command !== 'RCPT TO') return false;
  return enhanced === undefined ? responseCode === MAILBOX_UNAVAILABLE && !OF_ALL_MAILS.test(answer) : OF_MAILBOX.has(enhanced);
}
