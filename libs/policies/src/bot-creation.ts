import { BOT_TYPES, ORGANIZATION_PERMISSIONS, type Role } from '@parley/contracts';
import { hasPermission } from './group-settings.js';

/** What making a bot depends on, of the person. */
export interface BotMaker {
  readonly role: Role;
  /** In the organization's can_create_bots_group. */
  readonly createsByGroup: boolean;
  /** In the organization's can_create_write_only_bots_group. */
  readonly createsWriteOnlyByGroup: boolean;
}

/** A bot that can only send needs less than one that can do what its owner can. */
export function mayCreateBot(type: number, { role, createsByGroup, createsWriteOnlyByGroup }: BotMaker): boolean {
  if (hasPermission(ORGANIZATION_PERMISSIONS.can_create_bots_group, { role, isInGroup: createsByGroup })) return true;
  if (type !== BOT_TYPES.incomingWebhook) return false;
  return hasPermission(ORGANIZATION_PERMISSIONS.can_create_write_only_bots_group, { role, isInGroup: createsWriteOnlyByGroup });
}
