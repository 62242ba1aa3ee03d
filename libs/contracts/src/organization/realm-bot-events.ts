import type { Part } from '../domain-event.js';
import { ALL_ROLES, isAdministrator } from '../roles.js';
import type { UserFacts } from './user-object.js';

type BotFacts = Pick<UserFacts, 'id' | 'isBot' | 'botOwnerId'>;

/** What of a bot only its owner and administrators read (reference/register-fields.md "realm_bot", feature level 474). */
export function buildBotObject(userId: number, defaultSendingStream: string | null = null) {
  return {
    user_id: userId,
    default_sending_stream: defaultSendingStream,
    default_events_register_stream: null,
    default_all_public_streams: false,
    services: [],
  };
}

export function botCreated(user: BotFacts): Part[] {
  return aboutBot(user, { type: 'realm_bot', op: 'add', bot: buildBotObject(user.id) });
}

export function botRemoved(user: BotFacts): Part[] {
  return aboutBot(user, { type: 'realm_bot', op: 'delete', bot: { user_id: user.id } });
}

function aboutBot(user: BotFacts, event: { type: 'realm_bot'; op: string; bot: Readonly<Record<string, unknown>> }): Part[] {
  if (!user.isBot) return [];
  const owner = user.botOwnerId === null ? [] : [user.botOwnerId];
  return [{ clientType: 'realm_bot', audience: { roles: ALL_ROLES.filter(isAdministrator), users: owner }, render: () => event }];
}
