const LONGEST = 254;
/** One mailbox and nothing around it: no list, no comment, no route, no line break. */
const MAILBOX = /^[^\s@<>()[\],:;"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+@[^\s@<>()[\],:;"\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+$/u;

/** Whether a mail can be sent there. Accounts have stricter rules; this one guards the way out. */
export function isMailAddress(text: string): boolean {
  return Buffer.byteLength(text) <= LONGEST && MAILBOX.test(text);
}
