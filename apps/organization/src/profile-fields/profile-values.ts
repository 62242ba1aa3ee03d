import { type ProfileData, type ProfileValue, profileValueChanged } from '@parley/contracts';
import { guestsSeeEverybody, guestsSeeing, organizationById, type Prisma, type Reader } from '@parley/persistence';
import type { Change } from '../groups/group-content.js';
import { idBatches } from '../groups/log-group.js';

/** What people tell in their profile fields, by user id. Who tells nothing is not there. */
export type Profiles = ReadonlyMap<number, ProfileData>;

/** Of everybody in the organization, or of these people. */
export function profilesOf(reader: Reader, organizationId: number, userIds?: readonly number[]): Promise<Profiles> {
  return readProfiles(reader, organizationId, userIds === undefined ? undefined : { in: [...userIds] });
}

/** From one user id to another, both included. */
export function profilesBetween(reader: Reader, organizationId: number, firstId: number, lastId: number): Promise<Profiles> {
  return readProfiles(reader, organizationId, { gte: firstId, lte: lastId });
}

async function readProfiles(reader: Reader, organizationId: number, userId: Prisma.IntFilter | undefined): Promise<Profiles> {
  const rows = await reader.profileValue.findMany({
    where: { organizationId, ...(userId === undefined ? {} : { userId }) },
    orderBy: { fieldId: 'asc' },
  });
  const profiles = new Map<number, Record<string, ProfileValue>>();
  for (const { userId, fieldId, value, rendered } of rows) {
    const told = profiles.get(userId) ?? {};
    told[fieldId] = { value, ...(rendered === null ? {} : { rendered_value: rendered }) };
    profiles.set(userId, told);
  }
  return profiles;
}

/** Logs that these people no longer tell anything in the field. */
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
