import { ROLES } from '@parley/contracts';
import { invitationsChanged } from '@parley/contracts/invitations';
import { fanOut } from '../fan-out.js';

export const invitationsChangedFanOut = fanOut(invitationsChanged, {
  parts: ({ inviterIds }) => [
    {
      clientType: 'invites_changed',
      audience: { roles: [ROLES.owner, ROLES.administrator], users: inviterIds },
      render: () => ({ type: 'invites_changed' }),
    },
  ],
});
