import { systemGroupIds } from '@parley/access';
import { userGroupMembersChanged } from '@parley/contracts/organization';
import type { Change } from '../change.js';
import { withChannelAccess } from '../groups/channel-access.js';
import { namedGroups } from '../groups/named-groups.repository.js';
import { idBatches } from '../id-batches.js';

/** Runs a change of the waiting period, and logs who joined or left role:fullmembers because of it. */
export async function withFullMembers(change: Change, work: () => Promise<void>): Promise<void> {
  const { tx, log, organizationId } = change;
  const groupId = (await systemGroupIds(tx, organizationId)).get('role:fullmembers');
  if (groupId === undefined) throw new Error(`organization ${organizationId} has no role:fullmembers`);
  const members = async () => new Set((await namedGroups(tx, organizationId, [groupId]))[0]?.memberIds);
  const before = await members();
  await withChannelAccess(change, groupId, work);
  const after = await members();
  const logChange = (kind: 'add' | 'remove', ids: ReadonlySet<number>, others: ReadonlySet<number>) => {
    for (const userIds of idBatches([...ids].filter((id) => !others.has(id)))) {
      log.append(userGroupMembersChanged, { groupId, isDeactivated: false, change: kind, userIds });
    }
  };
  logChange('remove', before, after);
  logChange('add', after, before);
}
