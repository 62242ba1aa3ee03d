const MAX_LENGTH_BYTES = 254;
/** A single mailbox without anything else: no list, no comment, no route, no line break. */
const MAILBOX = /^[^\s@<>()[\],:;"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+@[^\s@<>()[\],:;"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

/** Whether a mail can be sent to it. Accounts have stricter rules; this check protects SMTP. */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= MAX_LENGTH_BYTES && MAILBOX.test(text);
}
