import { groupsOfUser } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { organizationById, type Reader } from '@parley/persistence';
import { permissionValues } from '../register/permission-values.js';
import type { BotMaker } from './bot-creation.policy.js';

/** What decides which bots the caller may create. */
export async function botMaker(reader: Reader, { organizationId, userId, role }: Caller): Promise<BotMaker> {
  const organization = await organizationById(reader, organizationId);
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const { can_create_bots_group, can_create_write_only_bots_group } = await permissionValues(reader, organization);
  const [creators, writeOnlyCreators] = [can_create_bots_group.groupId, can_create_write_only_bots_group.groupId];
  const mine = await groupsOfUser(reader, organizationId, userId, [creators, writeOnlyCreators]);
  return { role, createsByGroup: mine.has(creators), createsWriteOnlyByGroup: mine.has(writeOnlyCreators) };
}
