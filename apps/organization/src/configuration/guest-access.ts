import { strangersOfGuests, whereGuestsAreLimited } from '@parley/access';
import { guestAccessChanged } from '@parley/contracts/organization';
import { appendPeopleHidden, appendPeopleRevealed } from '@parley/event-log';
import type { OrganizationAddresses } from '@parley/runtime';
import type { Change } from '../change.js';
import { idBatches } from '../id-batches.js';
import { activeGuestIds } from './configuration.repository.js';

/** What one change looks at while it holds the counter of the organization: users, and pairs of a guest and a user. */
const MOST = { people: 5_000, pairs: 20_000 } as const;

/**
 * Runs a change of can_access_all_users_group, and logs which users become visible to guests or hidden from them because of it. If there are too many
 * guests and users, the event queues of the guests end instead.
 */
export async function withGuestAccess(change: Change, addresses: OrganizationAddresses, work: () => Promise<void>): Promise<void> {
  const { tx, log, organizationId } = change;
  const before = await whereGuestsAreLimited(tx, organizationId);
  await work();
  const after = await whereGuestsAreLimited(tx, organizationId);
  if (before === after) return;
  const strangers = await strangersOfGuests(tx, organizationId, MOST);
  if (strangers === undefined) return endQueuesOfGuests(change);
  if (after === undefined) await appendPeopleRevealed(tx, log, organizationId, strangers);
  else await appendPeopleHidden(tx, log, organizationId, strangers, addresses.mailDomain(after));
}

async function endQueuesOfGuests({ tx, log, organizationId }: Change): Promise<void> {
  for (const userIds of idBatches(await activeGuestIds(tx, organizationId))) log.append(guestAccessChanged, { userIds });
}
