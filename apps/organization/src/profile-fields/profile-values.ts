import { guestsSeeEverybody, guestsSeeing } from '@parley/access';
import { profileValueChanged } from '@parley/contracts/organization';
import { organizationById } from '@parley/persistence';
import type { Change } from '../change.js';
import { idBatches } from '../id-batches.js';

/** Logs that these users no longer have a value in the field. */
export async function logValuesGone({ tx, log, organizationId }: Change, fieldId: number, userIds: readonly number[]): Promise<void> {
  const organization = await organizationById(tx, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const gone = { fieldId, value: null, rendered: null };
  if (await guestsSeeEverybody(tx, organization)) {
    for (const batch of idBatches(userIds)) log.append(profileValueChanged, { ...gone, userIds: batch, guestsWithAccess: null });
    return;
  }
  for (const id of [...userIds].sort((a, b) => a - b)) {
    log.append(profileValueChanged, { ...gone, userIds: [id], guestsWithAccess: await guestsSeeing(tx, organization, id) });
  }
}
