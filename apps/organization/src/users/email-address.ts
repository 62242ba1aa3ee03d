import { apiErrors } from '@parley/contracts';
import { isEmailAddress } from '@parley/policies';

export { isEmailAddress } from '@parley/policies';

/** The address as it is stored. @throws badRequest if it is invalid */
export function checkedEmail(given: string): string {
  const email = given.trim();
  if (!isEmailAddress(email)) throw apiErrors.badRequest({ msg: 'Enter a valid email address.' });
  return email;
}
