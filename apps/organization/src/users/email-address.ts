import { apiErrors } from '@parley/contracts';

const ADDRESS = /^[^\s@"'<>(),;:\\[\]]+@[^\s@"'<>(),;:\\[\]]+\.[^\s@"'<>(),;:\\[\]]+$/;
const CONTROL = /\p{C}/u;
/** Longest address that mail can carry. */
const MAX_LENGTH = 254;

/** Whether it has the form of an email address. Whether it exists, only mail can tell. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && ADDRESS.test(text) && !CONTROL.test(text);
}

/** The address as it is stored. @throws badRequest */
export function checkedEmail(given: string): string {
  const email = given.trim();
  if (!isEmailAddress(email)) throw apiErrors.badRequest({ msg: 'Enter a valid email address.' });
  return email;
}
