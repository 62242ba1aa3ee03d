import { ALL_ROLES, isAdministrator } from '@parley/contracts';
import type { BotDefaults, BotObject, BotService, UserFacts } from '@parley/contracts/organization';
import type { Part } from '../fan-out.js';

const NO_DEFAULTS: BotDefaults = { default_sending_stream: null, default_events_register_stream: null, default_all_public_streams: false };

export function buildBotObject(userId: number, defaults: BotDefaults = NO_DEFAULTS, services: readonly BotService[] = []): BotObject {
  return { user_id: userId, ...defaults, services: [...services] };
}

/** `user`: an account of any kind. No event for human users. */
export function botCreated(
  user: Pick<UserFacts, 'id' | 'isBot' | 'botOwnerId'>,
  defaults?: BotDefaults,
  services?: readonly BotService[],
): Part[] {
  return user.isBot ? [realmBotPart('add', buildBotObject(user.id, defaults, services), user.botOwnerId)] : [];
}

export function botRemoved(user: Pick<UserFacts, 'id' | 'isBot' | 'botOwnerId'>): Part[] {
  return user.isBot ? [realmBotPart('delete', { user_id: user.id }, user.botOwnerId)] : [];
}

/** For administrators and the owner. */
export function realmBotPart(
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
