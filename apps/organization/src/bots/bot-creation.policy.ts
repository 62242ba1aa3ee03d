import { BOT_TYPES } from '@parley/contracts/organization';

/** The organization permissions that decide whether a user may create bots. */
export const BOT_PERMISSIONS = ['can_create_bots_group', 'can_create_write_only_bots_group'] as const;
export type BotPermission = (typeof BOT_PERMISSIONS)[number];

/** `held`: the permissions of the user. A bot that can only send requires less permission than one that can do what its owner can. */
export function mayCreateBot(type: number, held: ReadonlySet<BotPermission>): boolean {
  if (held.has('can_create_bots_group')) return true;
  return type === BOT_TYPES.incomingWebhook && held.has('can_create_write_only_bots_group');
}
