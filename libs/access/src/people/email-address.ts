const ADDRESS = /^[^\s@"'<>(),;:\\[\]]+@[^\s@"'<>(),;:\\[\]]+\.[^\s@"'<>(),;:\\[\]]+$/;
const CONTROL = /\p{C}/u;
/** Longest address that SMTP allows. */
const MAX_LENGTH = 254;

/** Whether the text has the format of an email address. Only a mail can show whether it exists. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text) && !CONTROL.test(text);
}
