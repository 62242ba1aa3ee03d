import { type Caller, seesEmail } from '@parley/contracts';
import { type Reader, type UserRecord, userByEmail, userById } from '@parley/persistence';
import { isEmailAddress } from './email-address.js';

/** Somebody by id or address, as far as the caller may know him by it: a real address that is hidden from him finds nobody. */
export async function findUser(reader: Reader, caller: Caller, asked: string): Promise<UserRecord | undefined> {
  const { organizationId } = caller;
  if (/^\d+$/.test(asked)) return userById(reader, organizationId, Number(asked));
  if (!isEmailAddress(asked)) return undefined;
  const user = await userByEmail(reader, organizationId, asked);
  const isByApiEmail = user?.apiEmail.toLowerCase() === asked.toLowerCase();
  return user !== undefined && (isByApiEmail || seesEmail(caller, user)) ? user : undefined;
}
