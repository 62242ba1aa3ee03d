import type { GuestsWithAccess } from '@parley/contracts';
import { guestsKnowing, type OrganizationRecord, type Reader, systemGroupIds } from '@parley/persistence';

/** Whether guests see everybody: can_access_all_users_group is role:everyone, as it is until an organization chooses otherwise. */
export async function guestsSeeEverybody(reader: Reader, organization: Pick<OrganizationRecord, 'id' | 'settings'>): Promise<boolean> {
  const chosen = organization.settings.can_access_all_users_group;
  if (chosen === undefined) return true;
  const ids = await systemGroupIds(reader, organization.id);
  return chosen === ids.get('role:everyone');
}

/** The guests who may see somebody; null: all. */
export async function guestsSeeing(
  reader: Reader,
  organization: Pick<OrganizationRecord, 'id' | 'settings'>,
  userId: number,
): Promise<GuestsWithAccess> {
  return (await guestsSeeEverybody(reader, organization)) ? null : guestsKnowing(reader, organization.id, userId);
}
