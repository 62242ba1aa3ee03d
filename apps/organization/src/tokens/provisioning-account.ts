import { apiErrors, type Caller, ROLES } from '@parley/contracts';
import { type SqlReader, systemBotId } from '@parley/persistence';

/**
 * The account that has the tokens of directories: a system bot, because a person could be deactivated by their own directory.
 * @throws ownersOnly
 */
export async function provisioningAccount(reader: SqlReader, { organizationId, role }: Caller): Promise<number> {
  if (role !== ROLES.owner) throw apiErrors.ownersOnly();
  const id = await systemBotId(reader, organizationId, 'notification-bot');
  if (id === undefined) throw new Error(`organization ${organizationId} has no notification bot`);
  return id;
}
