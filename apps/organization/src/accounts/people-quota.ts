import { apiErrors } from '@parley/contracts';
import { quotasOf } from '@parley/contracts/organization';
import type { OrganizationRecord, Tx } from '@parley/persistence';
import type { UsersRepository } from './users.repository.js';

/**
 * Call it in a change before a person becomes active: all changes of an organization wait for each other, so two cannot take the last place.
 * @throws peopleQuotaReached
 */
export async function refuseAbovePeopleQuota(
  users: UsersRepository,
  tx: Tx,
  { id, settings }: Pick<OrganizationRecord, 'id' | 'settings'>,
): Promise<void> {
  const { people: limit } = quotasOf(settings);
  if (limit !== undefined && (await users.countPeople(tx, id)) >= limit) throw apiErrors.peopleQuotaReached({ limit });
}
