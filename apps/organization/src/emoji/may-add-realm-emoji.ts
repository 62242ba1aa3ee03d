import { groupsOfUser, hasPermission } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { ORGANIZATION_PERMISSIONS } from '@parley/contracts/organization';
import { organizationById, type Reader } from '@parley/persistence';
import { permissionValues } from '../register/permission-values.js';

/** Whether the caller is in the organization's can_add_custom_emoji_group. */
export async function mayAddRealmEmoji(reader: Reader, { organizationId, userId, role }: Caller): Promise<boolean> {
  const organization = await organizationById(reader, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const { groupId } = (await permissionValues(reader, organization)).can_add_custom_emoji_group;
  const isInGroup = (await groupsOfUser(reader, organizationId, userId, [groupId])).has(groupId);
  return hasPermission(ORGANIZATION_PERMISSIONS.can_add_custom_emoji_group, { role, isInGroup });
}
