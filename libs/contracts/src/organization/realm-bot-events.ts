import { z } from 'zod';
import type { Part } from '../domain-event.js';
import { ALL_ROLES, isAdministrator } from '../roles.js';
import type { UserFacts } from './user-object.js';

/** Default channels of a bot by name, null for none. */
export const botDefaults = z.object({
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
});
export type BotDefaults = z.infer<typeof botDefaults>;

/** Properties of a bot that only its owner and administrators receive. */
export const botObject = botDefaults.extend({ user_id: z.int(), services: z.array(z.unknown()) });
export type BotObject = z.infer<typeof botObject>;

const NO_DEFAULTS: BotDefaults = { default_sending_stream: null, default_events_register_stream: null, default_all_public_streams: false };

export function buildBotObject(userId: number, defaults: BotDefaults = NO_DEFAULTS): BotObject {
  return { user_id: userId, ...defaults, services: [] };
}

/** `user`: an account of any kind. No event for human users. */
export function botCreated(user: Pick<UserFacts, 'id' | 'isBot' | 'botOwnerId'>, defaults?: BotDefaults): Part[] {
  return user.isBot ? [botTold('add', buildBotObject(user.id, defaults), user.botOwnerId)] : [];
}

export function botRemoved(user: Pick<UserFacts, 'id' | 'isBot' | 'botOwnerId'>): Part[] {
  return user.isBot ? [botTold('delete', { user_id: user.id }, user.botOwnerId)] : [];
}

/** For administrators and the owner. */
export function botTold(
  op: 'add' | 'update' | 'delete',
  bot: { readonly user_id: number } & Readonly<Record<string, unknown>>,
  ownerId: number | null,
): Part {
  return {
    clientType: 'realm_bot',
    audience: { roles: ALL_ROLES.filter(isAdministrator), users: ownerId === null ? [] : [ownerId] },
    render: () => ({ type: 'realm_bot', op, bot }),
  };
}
