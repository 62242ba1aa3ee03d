const ADDRESS = /^[^\s@"'<>(),;:\\[\]]+@[^\s@"'<>(),;:\\[\]]+\.[^\s@"'<>(),;:\\[\]]+$/;
const CONTROL = /\p{C}/u;
/** Longest address that mail can carry. */
const MAX_LENGTH = 254;

/** Whether it has the form of an email address. Whether it exists, only mail can tell. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text) && !CONTROL.test(text);
}
