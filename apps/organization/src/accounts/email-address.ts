import { isEmailAddress } from '@parley/access';
import { apiErrors } from '@parley/contracts';

/** The address as it is stored. @throws invalidEmailAddress */
export function checkedEmail(given: string): string {
  const email = given.trim();
  if (!isEmailAddress(email)) throw apiErrors.invalidEmailAddress();
  return email;
}
