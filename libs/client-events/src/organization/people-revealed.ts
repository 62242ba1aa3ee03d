import { ROLES } from '@parley/contracts';
import { peopleRevealed, rolesThatSeeEmail } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';
import { reactionTypeFor } from '../stock-clients.js';
import { buildUserObject } from './user-object.js';

export const peopleRevealedFanOut = fanOut(peopleRevealed, {
  parts: ({ viewerIds: users, viewersRole = ROLES.guest, people }) => [
    ...people.map(({ user }) => {
      const seesDeliveryEmail = rolesThatSeeEmail(user.emailAddressVisibility).includes(viewersRole);
      return {
        clientType: 'realm_user',
        audience: { users },
        render: ({ clientGravatar }: { clientGravatar: boolean }) => ({
          type: 'realm_user',
          op: 'add',
          person: buildUserObject(user, { seesDeliveryEmail, clientGravatar, withProfileData: true }),
        }),
      };
    }),
    ...people.flatMap(({ user, status }) =>
      status === undefined
        ? []
        : [
            {
              clientType: 'user_status',
              audience: { users },
              render: ({ clientName }: { clientName: string }) => ({
                type: 'user_status',
                user_id: user.id,
                ...(status.text !== '' && { status_text: status.text }),
                ...(status.emoji !== null && {
                  emoji_name: status.emoji.name,
                  emoji_code: status.emoji.code,
                  reaction_type: reactionTypeFor(clientName, status.emoji.type),
                }),
                ...(status.away && { away: true }),
              }),
            },
          ],
    ),
  ],
});
