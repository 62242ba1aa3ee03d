import type { GuestsWithAccess } from '@parley/contracts';
import { guestsKnowing, guestsSeeEverybody, type OrganizationRecord, type Reader } from '@parley/persistence';

/** The guests who may see somebody; null: all. */
export async function guestsSeeing(
  reader: Reader,
  organization: Pick<OrganizationRecord, 'id' | 'settings'>,
  userId: number,
): Promise<GuestsWithAccess> {
  return (await guestsSeeEverybody(reader, organization)) ? null : guestsKnowing(reader, organization.id, userId);
}
