import { isEmailAddress, type UserRecord, userByEmail, userById } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { seesEmail } from '@parley/contracts/organization';
import { type SqlReader } from '@parley/persistence';

/** A user by id or email address. A real email address only finds users whose address the caller may see. */
export async function findUser(reader: SqlReader, caller: Caller, idOrEmail: string): Promise<UserRecord | undefined> {
  const { organizationId } = caller;
  if (/^\d+$/.test(idOrEmail)) return userById(reader, organizationId, Number(idOrEmail));
  if (!isEmailAddress(idOrEmail)) return undefined;
  const user = await userByEmail(reader, organizationId, idOrEmail);
  const isByApiEmail = user?.apiEmail.toLowerCase() === idOrEmail.toLowerCase();
  return user !== undefined && (isByApiEmail || seesEmail(caller, user)) ? user : undefined;
}
