import { hasPermission } from '@parley/access';
import type { Role } from '@parley/contracts';
import { BOT_TYPES, ORGANIZATION_PERMISSIONS } from '@parley/contracts/organization';

/** Properties of the user that decide whether they may create bots. */
export interface BotMaker {
  readonly role: Role;
  /** Whether they are in the organization's can_create_bots_group. */
  readonly createsByGroup: boolean;
  /** Whether they are in the organization's can_create_write_only_bots_group. */
  readonly createsWriteOnlyByGroup: boolean;
}

/** A bot that can only send requires less permission than one that can do what its owner can. */
export function mayCreateBot(type: number, { role, createsByGroup, createsWriteOnlyByGroup }: BotMaker): boolean {
  if (hasPermission(ORGANIZATION_PERMISSIONS.can_create_bots_group, { role, isInGroup: createsByGroup })) return true;
  if (type !== BOT_TYPES.incomingWebhook) return false;
  return hasPermission(ORGANIZATION_PERMISSIONS.can_create_write_only_bots_group, { role, isInGroup: createsWriteOnlyByGroup });
}
