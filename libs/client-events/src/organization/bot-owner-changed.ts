import { botOwnerChanged } from '@parley/contracts/organization';
import { fanOut, type Part } from '../fan-out.js';
import { whoSeesUser } from './user-audience.js';

export const botOwnerChangedFanOut = fanOut(botOwnerChanged, {
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
