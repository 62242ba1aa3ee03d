import { z } from 'zod';
import { type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { botObject } from './realm-bot-events.js';
import { guestsWithAccess, whoSeesUser } from './user-audience.js';

const payload = z.object({
  bot: botObject,
  ownerId: z.int(),
  /** The former owner, if they cannot see it as their bot any more. Null if they are an administrator, who still can, or if there was none. */
  losingUserId: z.int().nullable(),
  /** The new owner, if they could not see it as a bot before. Null if they are an administrator, who could. */
  gainingUserId: z.int().nullable(),
  guestsWithAccess,
});

/** The owner of a bot changed. */
export const botOwnerChanged: DomainEvent<'bot.owner-changed', z.infer<typeof payload>> = domainEvent({
  type: 'bot.owner-changed',
  owner: 'organization',
  payload,
  parts: ({ bot, ownerId, losingUserId, gainingUserId, guestsWithAccess: guests }) => [
    ...alone(losingUserId, 'delete', { user_id: bot.user_id }),
    ...alone(gainingUserId, 'add', bot),
    {
      clientType: 'realm_user',
      audience: whoSeesUser(guests),
      render: () => ({ type: 'realm_user', op: 'update', person: { user_id: bot.user_id, bot_owner_id: ownerId } }),
    },
  ],
});

function alone(userId: number | null, op: 'add' | 'delete', bot: Readonly<Record<string, unknown>>): Part[] {
  if (userId === null) return [];
  return [{ clientType: 'realm_bot', audience: { users: [userId] }, render: () => ({ type: 'realm_bot', op, bot }) }];
}
