import { apiErrors } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { type UserRecord, userById } from './users.js';

/** A user whose data an operator erases. @throws noSuchUser @throws accountActive */
export async function erasableUser(reader: SqlReader, organizationId: number, userId: number): Promise<UserRecord> {
  const user = await userById(reader, organizationId, userId);
  if (user === undefined || user.isSystemBot) throw apiErrors.noSuchUser();
  if (user.isActive) throw apiErrors.accountActive();
  return user;
}
